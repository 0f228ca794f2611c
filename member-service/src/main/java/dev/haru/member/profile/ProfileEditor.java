package dev.haru.member.profile;

import dev.haru.member.auth.AccountClient;
import dev.haru.member.auth.Identifiers;
import dev.haru.member.auth.MemberCall;
import dev.haru.member.profile.ProfileStore.AcceptedIdentifiers;
import dev.haru.member.region.Regions;
import dev.haru.platform.database.ReplicaRouting;
import dev.haru.platform.precondition.IfMatch;
import dev.haru.platform.problem.ProblemException;
import dev.haru.platform.security.InsufficientScope;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.stereotype.Component;

/**
 * Changes a profile for its member. auth-service first accepts a new nickname or e-mail address, outside of any
 * transaction. Meanwhile a claim on the version of the profile makes other changes wait. So {@code If-Match} holds, and
 * no change sends auth-service an old value of an identifier that another change has just set.
 */
@Component
@EnableConfigurationProperties(ProfileEditingProperties.class)
class ProfileEditor {

    /** With their pauses of 20 to 50 ms, the attempts take about one second. */
    private static final int MAX_ATTEMPTS = 30;

    private final MemberRepository members;
    private final ProfileReader profiles;
    private final ProfileStore store;
    private final AccountClient accounts;
    private final Regions regions;
    private final ProfileEditingProperties properties;
    private final Clock clock;

    ProfileEditor(
            MemberRepository members,
            ProfileReader profiles,
            ProfileStore store,
            AccountClient accounts,
            Regions regions,
            ProfileEditingProperties properties,
            Clock clock) {
        this.members = members;
        this.profiles = profiles;
        this.store = store;
        this.accounts = accounts;
        this.regions = regions;
        this.properties = properties;
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
        Instant until = now.plus(properties.claim()).truncatedTo(ChronoUnit.MILLIS);
        return members.claim(id, profile.version(), until, now) == 0
                ? Optional.empty()
                : Optional.of(store.change(id, changeIdentifiers(call, wanted, until), patch, regionId));
    }

    private AcceptedIdentifiers changeIdentifiers(MemberCall call, Identifiers wanted, Instant claimedUntil) {
        try {
            return new AcceptedIdentifiers(wanted, accounts.changeIdentifiers(call, wanted), claimedUntil);
        } catch (ProblemException problem) {
            // Without a definite refusal, auth-service may still make the change. Until the claim expires, no other
            // change can overtake it.
            if (problem.getStatusCode().is4xxClientError()) {
                members.release(call.memberId(), claimedUntil);
            }
            throw problem;
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
