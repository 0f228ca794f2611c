package dev.haru.auth.guard;

import dev.haru.auth.guard.RecentChallenges.Recent;
import dev.haru.auth.password.PasswordText;
import dev.haru.platform.challenge.ChallengeSolutions.Solved;
import dev.haru.platform.device.DeviceTokens;
import dev.haru.platform.signing.SigningKeys;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Decides which attempts may have a password checked, before the database is read and before anything is hashed. Only
 * failures and unsolved challenges count, and an account is never closed to its owner: a known device is counted on its
 * own. See docs/decisions/045-login-guard-limits-and-challenges.md.
 */
@Component
public class LoginGuard {

    private static final Logger log = LoggerFactory.getLogger(LoginGuard.class);

    /** Unsolved challenges that a process counts in memory before it adds them to Redis. */
    private static final int UNSOLVED_BATCH = 10;

    /** A thread that hashes waits for nothing: the next attempt adds what it counted. */
    private static final int IN_MEMORY_ONLY = Integer.MAX_VALUE;

    private final FailureCounters counters;
    private final Challenges challenges;
    private final SigningKeys signing;
    private final DeviceTokens devices;
    private final RecentChallenges recentChallenges;
    private final LoginGuardProperties properties;
    private final MeterRegistry meters;
    private final Clock clock;

    LoginGuard(
            FailureCounters counters,
            Challenges challenges,
            SigningKeys signing,
            DeviceTokens devices,
            RecentChallenges recentChallenges,
            LoginGuardProperties properties,
            MeterRegistry meters,
            Clock clock) {
        this.counters = counters;
        this.challenges = challenges;
        this.signing = signing;
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
        String offered = solution == null || solution.isBlank() ? null : solution;
        return PasswordAttempt.signIn(
                this, CounterKeys.prefixOf(address), account, deviceOf(device, account), offered, unused(offered));
    }

    /** An attempt of a signed-in member to confirm the password of the own account. */
    public PasswordAttempt confirmation(String address, UUID account) {
        return PasswordAttempt.confirmation(this, CounterKeys.prefixOf(address), account);
    }

    /** The device that the cookie names, if the cookie is valid and was issued for this nickname. */
    private Optional<String> deviceOf(@Nullable String cookie, String account) {
        return devices.verify(cookie)
                .filter(token -> token.isFor(account))
                .map(token -> token.device().toString());
    }

    void rejectIfRecentlyChallenged(PasswordAttempt attempt) {
        List<String> keys = new ArrayList<>(attempt.keys().values());
        keys.add(CounterKeys.SPRAYING);
        Instant now = clock.instant();
        Recent recent = recentChallenges.of(keys, now).orElse(null);
        if (recent == null) {
            return;
        }
        if (recent.blockedUntil() != null && recent.blockedUntil().isAfter(now)) {
            throw counted("refused", LoginRefused.addressBlocked(recent.blockedUntil(), now));
        }
        throw unsolved(attempt, UNSOLVED_BATCH);
    }

    void admit(PasswordAttempt attempt) {
        Assessment assessment = counters.assess(attempt.target(), attempt.assessed());
        count(attempt.isConfirmation() ? confirm(assessment) : decide(attempt, assessment));
        attempt.note(assessment);
    }

    private String confirm(Assessment assessment) {
        Instant now = clock.instant();
        if (assessment.blockedUntil() != null) {
            throw counted("refused", LoginRefused.tooManyAttempts(assessment.blockedUntil(), now));
        }
        refuseHostile(assessment, List.of(Counter.CONFIRMATION, Counter.PAIR), now);
        return "open";
    }

    private String decide(PasswordAttempt attempt, Assessment assessment) {
        Instant now = clock.instant();
        if (attempt.isDeviceKnown() && assessment.isDeviceTrusted()) {
            attempt.chargeDevice();
            return "known-device";
        }
        Instant blockedUntil = assessment.blockedUntil();
        if (blockedUntil != null && attempt.solved().isEmpty()) {
            rememberBlock(attempt, blockedUntil, now);
            throw counted("refused", LoginRefused.addressBlocked(blockedUntil, now));
        }
        refuseHostile(assessment, List.of(Counter.PAIR, Counter.ACCOUNT, Counter.ADDRESS), now);
        if (!assessment.isChallengeRequired()) {
            return "open";
        }
        recentChallenges.remember(assessment.suspicious(attempt.keys()), now);
        requireWork(attempt, challenges.workFor(assessment.excess()));
        return "solved";
    }

    private void requireWork(PasswordAttempt attempt, long work) {
        boolean good = attempt.solved()
                .filter(solved -> solved.work() >= work)
                .filter(solved -> counters.isFirstUse(solved.challenge(), unsolvedKey(attempt)))
                .isPresent();
        if (!good) {
            throw unsolved(attempt, 1);
        }
    }

    /** The solution's challenge, if it is right, in time and, as far as this process knows, unused. */
    private Optional<Solved> unused(@Nullable String solution) {
        return solution == null
                ? Optional.empty()
                : challenges.verify(solution).filter(solved -> !counters.isUsedHere(solved.challenge()));
    }

    /** Counts the unsolved challenge against the address; the refusal says what is wrong with the solution. */
    private LoginRefused unsolved(PasswordAttempt attempt, int batch) {
        counters.unsolved(attempt.target(), attempt.keys(), batch).ifPresent(block -> note(block, attempt));
        return counted(
                "challenge", attempt.hasSolution() ? LoginRefused.badChallenge() : LoginRefused.withoutChallenge());
    }

    void begin(PasswordAttempt attempt) {
        if (isChallengedInQueue(attempt)) {
            // The next attempt is refused before the queue, and publishes this process's count to Redis.
            recentChallenges.remember(List.of(addressKey(attempt)), clock.instant());
            throw unsolved(attempt, IN_MEMORY_ONLY);
        }
        if (!counters.begin(attempt.charged(), attempt.solved().isPresent())) {
            throw counted("refused-in-queue", LoginRefused.tooManyAttempts(null, clock.instant()));
        }
    }

    /** Attempts of the same address that were admitted together would else all be hashed before the first one fails. */
    private boolean isChallengedInQueue(PasswordAttempt attempt) {
        String address = attempt.keys().get(Counter.ADDRESS);
        return address != null
                && !attempt.isConfirmation()
                && !attempt.isDeviceCharged()
                && attempt.solved().isEmpty()
                && counters.isSuspiciousHere(Counter.ADDRESS, address);
    }

    void end(PasswordAttempt attempt, boolean right) {
        counters.end(attempt.charged(), right);
    }

    void failed(PasswordAttempt attempt, String password) {
        failed(attempt, attempt.isDeviceCharged() ? Map.of() : CounterKeys.ofPassword(hmac(password)));
    }

    void deviceRejected(PasswordAttempt attempt) {
        failed(attempt, Map.of());
    }

    private void failed(PasswordAttempt attempt, Map<Counter, String> wrong) {
        // The next attempt may be refused, no longer challenged.
        recentChallenges.forget(attempt.charged().values());
        counters.failed(attempt.target(), attempt.charged(), wrong).ifPresent(block -> note(block, attempt));
    }

    void succeeded(PasswordAttempt attempt) {
        String typed = Objects.requireNonNull(attempt.charged().get(attempt.typedBy()));
        if (attempt.hasErredBefore() || counters.countedHere(typed) > 0) {
            recentChallenges.forget(List.of(typed));
            counters.forget(List.of(typed));
        }
    }

    /** The work that this address must do now, for this account or for any. */
    long workFor(String address, @Nullable String account) {
        String prefix = CounterKeys.prefixOf(address);
        return challenges.workFor(counters.assess(BlockTarget.signInsFrom(prefix), CounterKeys.of(prefix, account))
                .excess());
    }

    private void refuseHostile(Assessment assessment, List<Counter> hostile, Instant now) {
        try {
            assessment.refuseHostile(hostile, now);
        } catch (LoginRefused refused) {
            throw counted("refused", refused);
        }
    }

    private void note(Block block, PasswordAttempt attempt) {
        rememberBlock(attempt, block.until(), clock.instant());
        if (block.isNew()) {
            log.warn("login guard: {} is blocked for {}", attempt.target(), properties.block());
            meters.counter("haru.login.guard.blocks").increment();
        }
    }

    private void rememberBlock(PasswordAttempt attempt, Instant until, Instant now) {
        if (!attempt.isConfirmation()) {
            recentChallenges.rememberBlock(addressKey(attempt), until, now);
        }
    }

    private static String addressKey(PasswordAttempt attempt) {
        return Objects.requireNonNull(attempt.keys().get(Counter.ADDRESS));
    }

    private static String unsolvedKey(PasswordAttempt attempt) {
        return Objects.requireNonNull(attempt.keys().get(Counter.UNSOLVED));
    }

    private byte[] hmac(String password) {
        return signing.sign("password-digest", PasswordText.normalized(password).getBytes(StandardCharsets.UTF_8));
    }

    private LoginRefused counted(String decision, LoginRefused refused) {
        count(decision);
        return refused;
    }

    private void count(String decision) {
        meters.counter("haru.login.guard.decisions", "decision", decision).increment();
    }
}
