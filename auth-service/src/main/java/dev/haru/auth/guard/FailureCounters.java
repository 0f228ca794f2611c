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
 * Counts in Redis for all processes, and in memory. While Redis is away the counts in memory apply, with lower limits.
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

    /** Redis did not answer a moment ago; until then it is not called. */
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

    /** What was counted under these keys in the last window. */
    Assessment assess(BlockTarget target, Map<Counter, String> keys) {
        Instant now = clock.instant();
        return inRedis(counters -> counters.count(target, keys, now))
                .map(counts -> new Assessment(counts, limits, properties.window()))
                .orElseGet(() -> new Assessment(local.count(target, keys, now), fallbackLimits, properties.window()));
    }

    /** Takes a place among the checks under way; false when they, should all fail, would go beyond a limit. */
    boolean begin(Map<Counter, String> keys, boolean solved) {
        return local.begin(keys, currentLimits().inQueue(solved), clock.instant());
    }

    /** Gives the place back; a failure is counted in memory. */
    void end(Map<Counter, String> keys, boolean right) {
        local.end(keys, right, clock.instant());
    }

    /**
     * Counts a failure; returns the block of the target that stands then.
     *
     * @param checked the counters that {@link #end} has counted in memory
     * @param wrong the counters of the wrong password
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
     * Counts a challenge that was not solved; returns the block of the target that stands then.
     *
     * @param batch how many of them this process counts in memory before it calls Redis
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
        boolean sprayingHere = increments.stream()
                .anyMatch(increment -> fallbackLimits.sprayingFrom(increment.counter()) > 0
                        && countedHere(increment.key()) >= fallbackLimits.sprayingFrom(increment.counter()));
        if (sprayingHere) {
            local.spraying(now.plus(properties.window()));
        }
        Optional<Block> blockedHere = blockingHere(target, keys) >= target.blockedFrom(fallbackLimits)
                ? Optional.of(local.block(target, now, now.plus(properties.block())))
                : Optional.empty();
        return inRedis(counters -> counters.add(target, increments, target.blockedFrom(limits), now))
                .orElse(blockedHere);
    }

    /** How much this process has counted of what blocks the target. */
    private int blockingHere(BlockTarget target, Map<Counter, String> keys) {
        return keys.entrySet().stream()
                .filter(entry -> target.isBlockedBy(entry.getKey()))
                .mapToInt(entry -> countedHere(entry.getValue()))
                .sum();
    }

    /** How much this process has counted under a key. */
    int countedHere(String key) {
        return local.count(key, clock.instant()).failures();
    }

    /** Whether this process has counted enough under the key to require a challenge. */
    boolean isSuspiciousHere(Counter counter, String key) {
        return countedHere(key) >= currentLimits().challengeFrom(counter);
    }

    boolean isUsedHere(String challenge) {
        return local.isUsed(challenge);
    }

    /** Whether the challenge was not used before; its first use takes back one unsolved challenge. */
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
     * Takes a registration from the budget under this key.
     *
     * @param solved whether it is counted beyond the budget, too
     * @return how many times the budget was used before; from 1 on it is exceeded
     */
    double take(String key, boolean solved) {
        Instant now = clock.instant();
        int here = local.take(key, solved ? LocalCounters.LONGEST : fallbackLimits.signUps(), now);
        return inRedis(counters -> counters.take(key, solved ? LocalCounters.LONGEST : limits.signUps(), now))
                .map(count -> (double) count / limits.signUps())
                .orElse((double) here / fallbackLimits.signUps());
    }

    /** How many times the registration budget under this key is used. */
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

    /** Clears these counters, and throws when Redis cannot: an operator must know. */
    void clear(Collection<String> keys) {
        local.forget(keys);
        redis.forget(keys);
    }

    /** Ends a block, and throws when Redis cannot. */
    void unblock(BlockTarget target) {
        local.unblock(target);
        redis.unblock(target);
    }

    private Limits currentLimits() {
        return clock.instant().isBefore(redisPausedUntil) ? fallbackLimits : limits;
    }

    /** The answer of Redis, or nothing while it is away. */
    private <T> Optional<T> inRedis(Function<RedisCounters, T> call) {
        if (clock.instant().isBefore(redisPausedUntil)) {
            return Optional.empty();
        }
        try {
            return Optional.of(call.apply(redis));
        } catch (DataAccessException away) {
            log.warn("login guard: Redis is unavailable, the local fallback applies: {}", away.toString());
            meters.counter("haru.login.guard.floor").increment();
            redisPausedUntil = clock.instant().plus(properties.redisPause());
            return Optional.empty();
        }
    }
}
