package dev.haru.member.profile;

import dev.haru.member.auth.Identifiers;
import dev.haru.platform.identity.Revocations;
import dev.haru.platform.precondition.IfMatch;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** Changes profiles, one at a time for each member: the row is locked before the version is looked at. */
@Component
class ProfileStore {

    private final MemberRepository members;
    private final Revocations revocations;
    private final Clock clock;

    ProfileStore(MemberRepository members, Revocations revocations, Clock clock) {
        this.members = members;
        this.revocations = revocations;
        this.clock = clock;
    }

    /** Changes what only this service knows; nothing while another change has claimed the profile. */
    @Transactional
    Optional<Profile> change(UUID id, IfMatch condition, ProfilePatch patch, @Nullable Integer regionId) {
        Instant now = clock.instant();
        Member member = members.lock(id).orElseThrow(ProfileNotReady::yet);
        if (member.isClaimed(now)) {
            return Optional.empty();
        }
        if (!condition.accepts(member.version())) {
            throw PreconditionFailed.changedSince();
        }
        return Optional.of(settle(member, id, patch, regionId, now));
    }

    /** Changes what auth-service has agreed to, and the rest with it. The claim stands for the version check. */
    @Transactional
    Profile change(UUID id, Agreed agreed, ProfilePatch patch, @Nullable Integer regionId) {
        Instant now = clock.instant();
        Member member = members.lock(id).orElseThrow(ProfileNotReady::yet);
        member.identify(agreed.identifiers(), agreed.accountVersion(), now);
        return settle(member, id, patch, regionId, now);
    }

    private Profile settle(Member member, UUID id, ProfilePatch patch, @Nullable Integer regionId, Instant now) {
        if (regionId != null) {
            member.moveTo(regionId, now);
        }
        if (patch.timeZone().mentioned()) {
            member.liveBy(patch.timeZone().text(), now);
        }
        revocations.identityChanged(id);
        return members.findProfile(id).orElseThrow(ProfileNotReady::yet);
    }

    /** What auth-service said yes to, and the version that it gave it. */
    record Agreed(Identifiers identifiers, long accountVersion) {}
}
