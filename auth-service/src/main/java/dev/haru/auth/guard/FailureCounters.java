package dev.haru.auth.guard;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/**
 * Counts failures in Redis for all processes, and in memory for this process. While Redis is unavailable, the counts in
 * memory apply, with lower limits (local fallback).
 *
 * <p>Longer than 120 lines because it combines each count in Redis with the count in memory.
 */
@Component
final class FailureCounters {

    private static final Logger log = LoggerFactory.getLogger(FailureCounters.class);

    private final RedisCounters redis;
    private final LocalCounters local;
    private final LoginGuardProperties properties;
    private final Limits limits;
    private final Limits fallbackLimits;
    private final MeterRegistry meters;
    private final Clock clock;

    /** No calls to Redis before this time, because a recent call failed. */
    private volatile Instant redisPausedUntil = Instant.MIN;

    FailureCounters(
            RedisCounters redis,
            LocalCounters local,
            LoginGuardProperties properties,
            MeterRegistry meters,
            Clock clock) {
        this.redis = redis;
        this.local = local;
        this.properties = properties;
        this.limits = Limits.of(properties, 1);
        this.fallbackLimits = Limits.of(properties, properties.localFallbackDivisor());
        this.meters = meters;
        this.clock = clock;
    }

    /** The counts of these keys in the last window, with the limits that apply. */
    Assessment assess(BlockTarget target, Map<Counter, String> keys) {
        Instant now = clock.instant();
        return inRedis(counters -> counters.count(target, keys, now))
                .map(counts -> new Assessment(counts, limits, properties.window()))
                .orElseGet(() -> new Assessment(local.count(target, keys, now), fallbackLimits, properties.window()));
    }

    /**
     * Reserves a place for a password check. Returns false if the running checks and this one could exceed a limit,
     * should all of them fail.
     */
    boolean begin(Map<Counter, String> keys, boolean solved) {
        return local.begin(keys, currentLimits().inQueue(solved), clock.instant());
    }

    /** Releases the place of a check, and counts a failure in memory. */
    void end(Map<Counter, String> keys, boolean right) {
        local.end(keys, right, clock.instant());
    }

    /**
     * Counts a failure.
     *
     * @param checked the counters that {@link #end} has already incremented in memory
     * @param wrong the counters of the wrong password
     * @return the block of the target that is then in force, if any
     */
    Optional<Block> failed(BlockTarget target, Map<Counter, String> checked, Map<Counter, String> wrong) {
        Instant now = clock.instant();
        wrong.values().forEach(key -> local.add(key, 1, now));
        Map<Counter, String> all = new EnumMap<>(Counter.class);
        all.putAll(checked);
        all.putAll(wrong);
        return add(target, Increment.ofFailure(target, all, limits), all);
    }

    /**
     * Counts an unsolved challenge.
     *
     * @param batch the minimum of unsolved challenges that this process counts in memory before it calls Redis
     * @return the block of the target that is in force after a call to Redis, if any
     */
    Optional<Block> unsolved(BlockTarget target, Map<Counter, String> keys, int batch) {
        String key = keys.get(Counter.UNSOLVED);
        if (key == null) {
            return Optional.empty();
        }
        local.add(key, 1, clock.instant());
        int times = Math.min(local.takeUnpublished(key, batch), target.blockedFrom(limits));
        return times == 0 ? Optional.empty() : add(target, Increment.ofUnsolved(target, keys, times, limits), keys);
    }

    private Optional<Block> add(BlockTarget target, List<Increment> increments, Map<Counter, String> keys) {
        Instant now = clock.instant();
        boolean sprayingLocally = increments.stream()
                .anyMatch(increment -> fallbackLimits.sprayingFrom(increment.counter()) > 0
                        && localCount(increment.key()) >= fallbackLimits.sprayingFrom(increment.counter()));
        if (sprayingLocally) {
            local.spraying(now.plus(properties.window()));
        }
        Optional<Block> blockedLocally = localBlockingCount(target, keys) >= target.blockedFrom(fallbackLimits)
                ? Optional.of(local.block(target, now, now.plus(properties.block())))
                : Optional.empty();
        return inRedis(counters -> counters.add(target, increments, target.blockedFrom(limits), now))
                .orElse(blockedLocally);
    }

    /** The sum of this process's counters that block the target. */
    private int localBlockingCount(BlockTarget target, Map<Counter, String> keys) {
        return keys.entrySet().stream()
                .filter(entry -> target.isBlockedBy(entry.getKey()))
                .mapToInt(entry -> localCount(entry.getValue()))
                .sum();
    }

    /** This process's count for a key. */
    int localCount(String key) {
        return local.count(key, clock.instant()).failures();
    }

    /** Whether this process's count for the key requires a challenge. */
    boolean isSuspiciousLocally(Counter counter, String key) {
        return localCount(key) >= currentLimits().challengeFrom(counter);
    }

    boolean isUsedLocally(String challenge) {
        return local.isUsed(challenge);
    }

    /** Whether this is the first use of the challenge. A first use subtracts one from the unsolved challenges. */
    boolean isFirstUse(String challenge, String unsolvedKey) {
        if (!local.useOnce(challenge)) {
            return false;
        }
        local.takeBack(unsolvedKey);
        return inRedis(counters ->
                        counters.useOnce(challenge, properties.challenge().life(), unsolvedKey))
                .orElse(true);
    }

    /**
     * Takes a registration from the budget of this key.
     *
     * @param solved whether the client solved a challenge; such a registration counts beyond the budget, too
     * @return the share of the budget in use before this call; from 1 on, the budget is exhausted
     */
    double take(String key, boolean solved) {
        Instant now = clock.instant();
        int localCount = local.take(key, solved ? LocalCounters.MAX_COUNT : fallbackLimits.signUps(), now);
        return inRedis(counters -> counters.take(key, solved ? LocalCounters.MAX_COUNT : limits.signUps(), now))
                .map(count -> (double) count / limits.signUps())
                .orElse((double) localCount / fallbackLimits.signUps());
    }

    /** The share of the registration budget of this key that is in use; from 1 on, the budget is exhausted. */
    double used(String key) {
        Assessment assessment = assess(BlockTarget.signInsFrom(""), Map.of(Counter.SIGN_UP, key));
        return (double) assessment.of(Counter.SIGN_UP) / assessment.limits().signUps();
    }

    void forget(Collection<String> keys) {
        local.forget(keys);
        inRedis(counters -> {
            counters.forget(keys);
            return true;
        });
    }

    /** Clears these counters. Throws if Redis does not answer, so that the operator notices. */
    void clear(Collection<String> keys) {
        local.forget(keys);
        redis.forget(keys);
    }

    /** Ends a block. Throws if Redis does not answer. */
    void unblock(BlockTarget target) {
        local.unblock(target);
        redis.unblock(target);
    }

    /** Ends a block, also while Redis is unavailable. */
    void unblockIfAvailable(BlockTarget target) {
        local.unblock(target);
        inRedis(counters -> {
            counters.unblock(target);
            return true;
        });
    }

    private Limits currentLimits() {
        return clock.instant().isBefore(redisPausedUntil) ? fallbackLimits : limits;
    }

    /** The result of a call to Redis; empty while Redis is unavailable. */
    private <T> Optional<T> inRedis(Function<RedisCounters, T> call) {
        if (clock.instant().isBefore(redisPausedUntil)) {
            return Optional.empty();
        }
        try {
            return Optional.of(call.apply(redis));
        } catch (DataAccessException unavailable) {
            log.warn("login guard: Redis is unavailable, the local fallback applies: {}", unavailable.toString());
            meters.counter("haru.login.guard.local.fallback").increment();
            redisPausedUntil = clock.instant().plus(properties.redisPause());
            return Optional.empty();
        }
    }
}
