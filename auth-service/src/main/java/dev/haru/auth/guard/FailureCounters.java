package dev.haru.auth.guard;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/**
 * Counts failures: in Redis for all processes, and in memory. While Redis is away the counts in memory apply, with
 * lower limits.
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

    /** What the failures of the last window under these keys say. */
    Assessment assess(String prefix, Map<Counter, String> keys) {
        Instant now = clock.instant();
        return inRedis(counters -> counters.count(prefix, keys, now))
                .map(counts -> new Assessment(counts, limits))
                .orElseGet(() -> new Assessment(local.count(prefix, keys, now), fallbackLimits));
    }

    /** Takes a place among the checks under way; false when they, should all fail, would go beyond a limit. */
    boolean begin(Map<Counter, String> keys) {
        Instant now = clock.instant();
        Limits current = now.isBefore(redisPausedUntil) ? fallbackLimits : limits;
        return local.begin(keys, current.hostile(), now);
    }

    /** Gives the place back; a failure is counted in memory. */
    void end(Map<Counter, String> keys, boolean right) {
        local.end(keys, right, clock.instant());
    }

    /** Counts a failure in Redis. True when it blocks the address prefix. */
    boolean failed(String prefix, Map<Counter, String> keys) {
        Instant now = clock.instant();
        boolean blockedHere = local.blockIfHostile(prefix, keys, fallbackLimits.hostileAddress(), now);
        return inRedis(counters -> counters.failed(prefix, keys, limits.hostileAddress(), now))
                .orElse(blockedHere);
    }

    /** How many failures this process has counted itself. */
    int countedHere(Counter counter, String key) {
        return local.count("", Map.of(counter, key), clock.instant()).of(counter);
    }

    void forget(Collection<String> keys) {
        local.forget(keys);
        inRedis(counters -> {
            counters.forget(keys);
            return true;
        });
    }

    /** Forgets the failures under these keys, and throws when Redis cannot: an operator must know. */
    void forgetSurely(Collection<String> keys) {
        local.forget(keys);
        redis.forget(keys);
    }

    /** Ends the block of an address prefix, and throws when Redis cannot. */
    void unblock(String prefix) {
        local.unblock(prefix);
        redis.unblock(prefix);
    }

    /** Whether the challenge was not used before. */
    boolean isFirstUse(String challenge) {
        return local.useOnce(challenge)
                && inRedis(counters -> counters.useOnce(
                                challenge, properties.challenge().life()))
                        .orElse(true);
    }

    /** The answer of Redis, or nothing while it is away. */
    private <T> Optional<T> inRedis(Function<RedisCounters, T> call) {
        if (clock.instant().isBefore(redisPausedUntil)) {
            return Optional.empty();
        }
        try {
            return Optional.of(call.apply(redis));
        } catch (DataAccessException away) {
            log.warn("login guard: Redis is away, the local fallback applies: {}", away.toString());
            meters.counter("haru.login.guard.floor").increment();
            redisPausedUntil = clock.instant().plus(properties.redisPause());
            return Optional.empty();
        }
    }
}
