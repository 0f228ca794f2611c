package dev.haru.member.profile;

import dev.haru.member.auth.Identifiers;
import dev.haru.member.region.Regions;
import dev.haru.platform.identity.Revocations;
import dev.haru.platform.precondition.IfMatch;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * Changes profiles in the database. It locks the row before it checks the version, so that changes of one member run
 * one after another.
 */
@Component
class ProfileStore {

    private final MemberRepository members;
    private final Regions regions;
    private final Revocations revocations;
    private final Clock clock;

    ProfileStore(MemberRepository members, Regions regions, Revocations revocations, Clock clock) {
        this.members = members;
        this.regions = regions;
        this.revocations = revocations;
        this.clock = clock;
    }

    /** Changes fields that only this service stores. Returns empty while another change has claimed the profile. */
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
        return Optional.of(apply(member, id, patch, regionId, now));
    }

    /**
     * Applies the identifiers that auth-service accepted, together with the other fields. The claim replaces the
     * version check. Throws {@link ProfileBusy} if the claim has expired and is gone: another change may already use
     * the profile. The message of auth-service then brings the identifiers.
     */
    @Transactional
    Profile change(UUID id, AcceptedIdentifiers accepted, ProfilePatch patch, @Nullable Integer regionId) {
        Instant now = clock.instant();
        Member member = members.lock(id).orElseThrow(ProfileNotReady::yet);
        if (!member.hasClaim(accepted.claimedUntil())) {
            throw ProfileBusy.withAnotherChange();
        }
        member.identify(accepted.identifiers(), accepted.accountVersion(), now);
        return apply(member, id, patch, regionId, now);
    }

    private Profile apply(Member member, UUID id, ProfilePatch patch, @Nullable Integer regionId, Instant now) {
        if (regionId != null) {
            member.moveTo(regionId, now);
        }
        if (patch.timeZone().mentioned()) {
            member.liveBy(patch.timeZone().text(), regions.zoneOf(member.regionId()), now);
        }
        revocations.identityChanged(id);
        return members.findProfile(id).orElseThrow(ProfileNotReady::yet);
    }

    /** The identifiers that auth-service accepted, the account version with them, and the claim of their change. */
    record AcceptedIdentifiers(Identifiers identifiers, long accountVersion, Instant claimedUntil) {}
}
