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
 * Decides which attempts may check a password, before any database read and any hash. Only failures and unsolved
 * challenges count. An account stays open to its owner, because a known device has a counter of its own. See
 * docs/decisions/045-login-guard-limits-and-challenges.md.
 */
@Component
public class LoginGuard {

    private static final Logger log = LoggerFactory.getLogger(LoginGuard.class);

    /** Unsolved challenges that a process counts in memory before it adds them to Redis. */
    private static final int UNSOLVED_BATCH = 10;

    /**
     * A batch size that is never reached. A hashing thread must not wait for Redis, so the next attempt adds its count
     * to Redis.
     */
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
     * @param device the device cookie, if the client sent one
     * @param solution the solution of a challenge, if the client sent one
     */
    public PasswordAttempt signIn(String address, String account, @Nullable String device, @Nullable String solution) {
        String offered = solution == null || solution.isBlank() ? null : solution;
        return PasswordAttempt.signIn(
                this, CounterKeys.prefixOf(address), account, deviceOf(device, account), offered, unused(offered));
    }

    /** An attempt of a signed-in member to confirm the password of the member's own account. */
    public PasswordAttempt confirmation(String address, UUID account) {
        return PasswordAttempt.confirmation(this, CounterKeys.prefixOf(address), account);
    }

    /** The device in the cookie, if the cookie is valid and belongs to this nickname. */
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
        attempt.recordEarlierFailures(assessment);
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
        boolean solved = attempt.solved()
                .filter(challenge -> challenge.work() >= work)
                .filter(challenge -> counters.isFirstUse(challenge.challenge(), unsolvedKey(attempt)))
                .isPresent();
        if (!solved) {
            throw unsolved(attempt, 1);
        }
    }

    /** The solved challenge, if the solution is correct, not expired and, as far as this process knows, unused. */
    private Optional<Solved> unused(@Nullable String solution) {
        return solution == null
                ? Optional.empty()
                : challenges.verify(solution).filter(solved -> !counters.isUsedLocally(solved.challenge()));
    }

    /** Counts an unsolved challenge of the address. The refusal says whether a solution was missing or wrong. */
    private LoginRefused unsolved(PasswordAttempt attempt, int batch) {
        counters.unsolved(attempt.target(), attempt.keys(), batch).ifPresent(block -> onBlock(block, attempt));
        return counted(
                "challenge", attempt.hasSolution() ? LoginRefused.badChallenge() : LoginRefused.withoutChallenge());
    }

    void begin(PasswordAttempt attempt) {
        if (isChallengedInQueue(attempt)) {
            // The next attempt is refused before the queue. That refusal adds this process's count to Redis.
            recentChallenges.remember(List.of(addressKey(attempt)), clock.instant());
            throw unsolved(attempt, IN_MEMORY_ONLY);
        }
        if (!counters.begin(attempt.charged(), attempt.solved().isPresent())) {
            throw counted("refused-in-queue", LoginRefused.tooManyAttempts(null, clock.instant()));
        }
    }

    /**
     * Whether an attempt that leaves the hash queue needs a challenge. Otherwise all attempts of an address that were
     * admitted together would be hashed before the first one fails.
     */
    private boolean isChallengedInQueue(PasswordAttempt attempt) {
        String address = attempt.keys().get(Counter.ADDRESS);
        return address != null
                && !attempt.isConfirmation()
                && !attempt.isDeviceCharged()
                && attempt.solved().isEmpty()
                && counters.isSuspiciousLocally(Counter.ADDRESS, address);
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
        // The next attempt needs a new assessment: a refusal may replace the challenge.
        recentChallenges.forget(attempt.charged().values());
        counters.failed(attempt.target(), attempt.charged(), wrong).ifPresent(block -> onBlock(block, attempt));
    }

    void succeeded(PasswordAttempt attempt) {
        String key = Objects.requireNonNull(attempt.charged().get(attempt.clientCounter()));
        if (attempt.hasFailedBefore() || counters.localCount(key) > 0) {
            recentChallenges.forget(List.of(key));
            counters.forget(List.of(key));
        }
    }

    /** The work that a challenge requires from this address now, for this account or for any account. */
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

    private void onBlock(Block block, PasswordAttempt attempt) {
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
