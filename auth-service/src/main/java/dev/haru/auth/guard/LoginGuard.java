package dev.haru.auth.guard;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Decides which attempts may have a password checked, before the database is read and before anything is hashed. Only
 * failures count, and an account is never closed to its owner: a known device is counted on its own.
 */
@Component
public class LoginGuard {

    private static final Logger log = LoggerFactory.getLogger(LoginGuard.class);

    private final FailureCounters counters;
    private final Challenges challenges;
    private final DeviceCookies devices;
    private final RecentChallenges recentChallenges;
    private final LoginGuardProperties properties;
    private final MeterRegistry meters;
    private final Clock clock;

    LoginGuard(
            FailureCounters counters,
            Challenges challenges,
            DeviceCookies devices,
            RecentChallenges recentChallenges,
            LoginGuardProperties properties,
            MeterRegistry meters,
            Clock clock) {
        this.counters = counters;
        this.challenges = challenges;
        this.devices = devices;
        this.recentChallenges = recentChallenges;
        this.properties = properties;
        this.meters = meters;
        this.clock = clock;
    }

    /**
     * An attempt to sign in.
     *
     * @param account the key of the nickname, whether or not such an account exists
     * @param device the device cookie, if the client has one
     * @param solution the solution of a challenge, if the client sent one
     */
    public PasswordAttempt signIn(String address, String account, @Nullable String device, @Nullable String solution) {
        return PasswordAttempt.signIn(
                this, CounterKeys.prefixOf(address), account, devices.deviceOf(device, account), solution);
    }

    /** An attempt of a signed-in member to confirm the password of the own account. */
    public PasswordAttempt confirmation(String address, UUID account) {
        String prefix = CounterKeys.prefixOf(address);
        return PasswordAttempt.confirmation(this, prefix, CounterKeys.ofConfirmation(prefix, account));
    }

    /** A device cookie for the client that has just signed in, when it has no valid one. */
    public Optional<DeviceCookie> newDevice(PasswordAttempt attempt) {
        String account = attempt.account();
        return attempt.isDeviceKnown() || account == null
                ? Optional.empty()
                : Optional.of(new DeviceCookie(
                        devices.issue(account),
                        properties.device().life(),
                        properties.device().secure()));
    }

    void rejectIfRecentlyChallenged(PasswordAttempt attempt) {
        if (recentChallenges.isAny(attempt.keys().values(), clock.instant())) {
            count("challenge");
            throw LoginRefused.withoutChallenge();
        }
    }

    void admit(PasswordAttempt attempt) {
        Assessment assessment = counters.assess(attempt.prefix(), attempt.assessed());
        count(attempt.account() == null ? confirm(assessment) : decide(attempt, assessment));
        attempt.note(assessment);
    }

    private String confirm(Assessment assessment) {
        counting("refused", () -> assessment.refuseHostilePair(clock.instant()));
        return "open";
    }

    private String decide(PasswordAttempt attempt, Assessment assessment) {
        Instant now = clock.instant();
        if (attempt.isDeviceKnown() && assessment.isDeviceTrusted()) {
            attempt.chargeDevice();
            return "known-device";
        }
        counting("refused", () -> assessment.refuseHostile(now));
        double excess = assessment.excess();
        if (excess < 1) {
            return "open";
        }
        recentChallenges.remember(assessment.suspicious(attempt.keys()), now);
        counting("challenge", () -> requireWork(attempt.solution(), challenges.workFor(excess)));
        return "solved";
    }

    private void requireWork(@Nullable String solution, long work) {
        if (solution == null) {
            throw LoginRefused.withoutChallenge();
        }
        boolean good = challenges
                .verify(solution)
                .filter(solved -> solved.work() >= work)
                .filter(solved -> counters.isFirstUse(solved.challenge()))
                .isPresent();
        if (!good) {
            throw LoginRefused.badChallenge();
        }
    }

    void begin(PasswordAttempt attempt) {
        if (!counters.begin(attempt.charged())) {
            count("refused-in-queue");
            throw LoginRefused.tooManyAttempts(null, clock.instant());
        }
    }

    void end(PasswordAttempt attempt, boolean right) {
        counters.end(attempt.charged(), right);
    }

    void failed(PasswordAttempt attempt) {
        // The next attempt may be refused, no longer challenged.
        recentChallenges.forget(attempt.charged().values());
        if (counters.failed(attempt.prefix(), attempt.charged())) {
            log.warn("address {} is blocked for {}: too many wrong passwords", attempt.prefix(), properties.block());
            meters.counter("haru.login.guard.blocks").increment();
        }
    }

    void succeeded(PasswordAttempt attempt) {
        Counter typedBy = attempt.typedBy();
        String typed = attempt.charged().get(typedBy);
        if (typed != null && (attempt.hasErredBefore() || counters.countedHere(typedBy, typed) > 0)) {
            recentChallenges.forget(List.of(typed));
            counters.forget(List.of(typed));
        }
    }

    /** The work that this address must do now, for this account or for any. */
    long workFor(String address, @Nullable String account) {
        String prefix = CounterKeys.prefixOf(address);
        return challenges.workFor(
                counters.assess(prefix, CounterKeys.of(prefix, account)).excess());
    }

    /** What is counted against an address, an account or both, for an operator. */
    Counts look(@Nullable String address, @Nullable String account) {
        String prefix = address == null ? null : CounterKeys.prefixOf(address);
        return counters.assess(prefix == null ? "" : prefix, CounterKeys.of(prefix, account))
                .counts();
    }

    /** Forgets what is counted against an address, an account or both. */
    void unblock(@Nullable String address, @Nullable String account) {
        String prefix = address == null ? null : CounterKeys.prefixOf(address);
        Collection<String> keys = CounterKeys.of(prefix, account).values();
        recentChallenges.forget(keys);
        counters.forgetSurely(keys);
        if (prefix != null) {
            counters.unblock(prefix);
        }
    }

    private void counting(String decision, Runnable rule) {
        try {
            rule.run();
        } catch (LoginRefused refused) {
            count(decision);
            throw refused;
        }
    }

    private void count(String decision) {
        meters.counter("haru.login.guard.decisions", "decision", decision).increment();
    }
}
