package dev.haru.member.profile;

import dev.haru.member.auth.AccountClient;
import dev.haru.member.auth.Identifiers;
import dev.haru.member.auth.MemberCall;
import dev.haru.member.profile.ProfileStore.AcceptedIdentifiers;
import dev.haru.member.region.Regions;
import dev.haru.platform.database.ReplicaRouting;
import dev.haru.platform.precondition.IfMatch;
import dev.haru.platform.security.InsufficientScope;
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
 * Changes a profile for its member. auth-service first accepts a new nickname or e-mail address, outside of any
 * transaction. Meanwhile a claim on the version of the profile makes other changes wait. So {@code If-Match} holds, and
 * no change sends auth-service an old value of an identifier that another change has just set.
 */
@Component
class ProfileEditor {

    /**
     * Longer than the time-outs of a call to auth-service together. A claim therefore expires only if the process that
     * made it has died.
     */
    private static final Duration CLAIM_DURATION = Duration.ofSeconds(5);

    /** With their pauses of 20 to 50 ms, the attempts take about one second. */
    private static final int MAX_ATTEMPTS = 30;

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

    /**
     * Returns the profile after the change. Throws a problem if the condition does not hold, if auth-service refuses an
     * identifier, or if a call without a session changes an identifier.
     */
    Profile edit(MemberCall call, IfMatch condition, ProfilePatch patch) {
        String regionName = patch.regionName().text();
        Integer regionId = regionName == null ? null : Integer.valueOf(regions.idOf("regionName", regionName));
        for (int attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
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
        patch.requireReadOnlyFieldsOf(profile);
        Identifiers wanted = patch.identifiersFor(profile);
        if (wanted.equals(profile.identifiers())) {
            return store.change(id, condition, patch, regionId);
        }
        if (call.sessionId() == null) {
            throw InsufficientScope.sessionRequired();
        }
        Instant now = clock.instant();
        Instant until = now.plus(CLAIM_DURATION).truncatedTo(ChronoUnit.MILLIS);
        return members.claim(id, profile.version(), until, now) == 0
                ? Optional.empty()
                : Optional.of(store.change(id, changeIdentifiers(call, wanted, until), patch, regionId));
    }

    private AcceptedIdentifiers changeIdentifiers(MemberCall call, Identifiers wanted, Instant claimedUntil) {
        try {
            return new AcceptedIdentifiers(wanted, accounts.changeIdentifiers(call, wanted));
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
