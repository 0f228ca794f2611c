package dev.haru.member.profile;

import dev.haru.member.auth.AccountClient;
import dev.haru.member.auth.Identifiers;
import dev.haru.member.auth.MemberCall;
import dev.haru.member.profile.ProfileStore.Agreed;
import dev.haru.member.region.Regions;
import dev.haru.platform.database.ReplicaRouting;
import dev.haru.platform.precondition.IfMatch;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Changes a profile for its member. Nickname and e-mail address are agreed with auth-service first, outside of any
 * transaction; meanwhile a claim on the profile's version keeps other changes waiting, so that If-Match holds and no
 * change sends auth-service an old value of what another one has just changed.
 */
@Component
class ProfileEditor {

    /** Longer than auth-service's time-outs together, so that a claim ends by itself only when its owner died. */
    private static final Duration CLAIM = Duration.ofSeconds(5);

    /** With the pauses about one second, which is the wait for a connection, too. */
    private static final int ATTEMPTS = 30;

    private final MemberRepository members;
    private final ProfileReader profiles;
    private final ProfileStore store;
    private final AccountClient accounts;
    private final Regions regions;
    private final Clock clock;

    ProfileEditor(
            MemberRepository members,
            ProfileReader profiles,
            ProfileStore store,
            AccountClient accounts,
            Regions regions,
            Clock clock) {
        this.members = members;
        this.profiles = profiles;
        this.store = store;
        this.accounts = accounts;
        this.regions = regions;
        this.clock = clock;
    }

    /** The profile after the change; ends as a problem when the condition does not hold or a name is refused. */
    Profile edit(MemberCall call, IfMatch condition, ProfilePatch patch) {
        String regionName = patch.regionName().text();
        Integer regionId = regionName == null ? null : Integer.valueOf(regions.idOf("regionName", regionName));
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            Optional<Profile> edited = attempt(call, condition, patch, regionId);
            if (edited.isPresent()) {
                return edited.get();
            }
            pause();
        }
        throw ProfileBusy.withAnotherChange();
    }

    private Optional<Profile> attempt(
            MemberCall call, IfMatch condition, ProfilePatch patch, @Nullable Integer regionId) {
        UUID id = call.memberId();
        Profile profile = ReplicaRouting.fromPrimary(() -> profiles.find(id)).orElseThrow(ProfileNotReady::yet);
        if (!condition.accepts(profile.version())) {
            throw PreconditionFailed.changedSince();
        }
        Identifiers wanted = patch.identifiersFor(profile);
        if (wanted.equals(profile.identifiers())) {
            return store.change(id, condition, patch, regionId);
        }
        Instant now = clock.instant();
        Instant until = now.plus(CLAIM).truncatedTo(ChronoUnit.MILLIS);
        return members.claim(id, profile.version(), until, now) == 0
                ? Optional.empty()
                : Optional.of(store.change(id, agree(call, wanted, until), patch, regionId));
    }

    private Agreed agree(MemberCall call, Identifiers wanted, Instant claimedUntil) {
        try {
            return new Agreed(wanted, accounts.identify(call, wanted));
        } catch (RuntimeException refused) {
            members.release(call.memberId(), claimedUntil);
            throw refused;
        }
    }

    private static void pause() {
        try {
            Thread.sleep(Duration.ofMillis(ThreadLocalRandom.current().nextLong(20, 50)));
        } catch (InterruptedException shutdown) {
            Thread.currentThread().interrupt();
            throw ProfileBusy.withAnotherChange();
        }
    }
}
