package dev.haru.auth.guard;

import dev.haru.auth.guard.RecentChallenges.Recent;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.springframework.stereotype.Component;

/**
 * Decides which attempts may check a password, before any database read and any hash, and once more before the hash.
 *
 * <p>Longer than 120 lines because it keeps all decisions about an attempt together.
 */
@Component
final class Admission {

    /** Unsolved challenges that a process counts in memory before it adds them to Redis. */
    private static final int UNSOLVED_BATCH = 10;

    /**
     * A batch size that is never reached. A hashing thread must not wait for Redis, so the next attempt adds its count
     * to Redis.
     */
    private static final int IN_MEMORY_ONLY = Integer.MAX_VALUE;

    private final FailureCounters counters;
    private final Challenges challenges;
    private final RecentChallenges recentChallenges;
    private final BlockRecorder blocks;
    private final MeterRegistry meters;
    private final Clock clock;

    Admission(
            FailureCounters counters,
            Challenges challenges,
            RecentChallenges recentChallenges,
            BlockRecorder blocks,
            MeterRegistry meters,
            Clock clock) {
        this.counters = counters;
        this.challenges = challenges;
        this.recentChallenges = recentChallenges;
        this.blocks = blocks;
        this.meters = meters;
        this.clock = clock;
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
            attempt.incrementDeviceOnly();
            return "known-device";
        }
        Instant blockedUntil = assessment.blockedUntil();
        if (blockedUntil != null && attempt.solved().isEmpty()) {
            blocks.remember(blockedUntil, attempt);
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
                .filter(challenge -> counters.isFirstUse(challenge.challenge(), attempt.unsolvedKey()))
                .isPresent();
        if (!solved) {
            throw unsolved(attempt, 1);
        }
    }

    /** Counts an unsolved challenge of the address. The refusal says whether a solution was missing or wrong. */
    private LoginRefused unsolved(PasswordAttempt attempt, int batch) {
        counters.unsolved(attempt.target(), attempt.keys(), batch).ifPresent(block -> blocks.record(block, attempt));
        return counted(
                "challenge", attempt.hasSolution() ? LoginRefused.badChallenge() : LoginRefused.withoutChallenge());
    }

    /** Reserves a place for the hash, or throws a 428 or 429 problem if attempts have failed in the meantime. */
    void begin(PasswordAttempt attempt) {
        if (isChallengedInQueue(attempt)) {
            // The next attempt is refused before the queue. That refusal adds this process's count to Redis.
            recentChallenges.remember(List.of(attempt.addressKey()), clock.instant());
            throw unsolved(attempt, IN_MEMORY_ONLY);
        }
        if (!counters.begin(attempt.incremented(), attempt.solved().isPresent())) {
            throw counted("refused-in-queue", LoginRefused.tooManyAttempts(null, clock.instant()));
        }
    }

    /**
     * Whether an attempt that leaves the hash queue needs a challenge. Otherwise all attempts of an address that were
     * admitted together would be hashed before the first one fails.
     */
    private boolean isChallengedInQueue(PasswordAttempt attempt) {
        return !attempt.isConfirmation()
                && !attempt.incrementsDeviceOnly()
                && attempt.solved().isEmpty()
                && counters.isSuspiciousLocally(Counter.ADDRESS, attempt.addressKey());
    }

    private void refuseHostile(Assessment assessment, List<Counter> hostile, Instant now) {
        try {
            assessment.refuseHostile(hostile, now);
        } catch (LoginRefused refused) {
            throw counted("refused", refused);
        }
    }

    private LoginRefused counted(String decision, LoginRefused refused) {
        count(decision);
        return refused;
    }

    private void count(String decision) {
        meters.counter("haru.login.guard.decisions", "decision", decision).increment();
    }
}
