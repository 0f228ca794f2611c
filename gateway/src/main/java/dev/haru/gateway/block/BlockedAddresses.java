package dev.haru.gateway.block;

import dev.haru.platform.address.AddressPrefix;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.ZSetOperations.TypedTuple;

/**
 * The address prefixes that auth-service's login guard has blocked, as last read from Redis. While Redis is
 * unavailable, the last copy stays in use and each block still ends at its own time.
 */
final class BlockedAddresses {

    /**
     * The sorted set that auth-service writes: {@link AddressPrefix#text()}, scored by the end of the block in epoch
     * milliseconds.
     */
    static final String KEY = "haru:login-guard:blocked";

    private final StringRedisTemplate redis;
    private final Clock clock;
    private final int max;

    private volatile Map<String, Long> blockedUntil = Map.of();

    BlockedAddresses(StringRedisTemplate redis, Clock clock, BlockedAddressProperties properties) {
        this.redis = redis;
        this.clock = clock;
        this.max = properties.max();
    }

    /** Reads the set again. It blocks on Redis, so requests never call it. */
    void refresh() {
        try {
            Set<TypedTuple<String>> blocked = redis.opsForZSet()
                    .reverseRangeByScoreWithScores(KEY, (double) clock.millis(), Double.POSITIVE_INFINITY, 0, max);
            blockedUntil = blocked.stream()
                    .collect(Collectors.toUnmodifiableMap(
                            entry -> Objects.requireNonNull(entry.getValue()),
                            entry -> Objects.requireNonNull(entry.getScore()).longValue()));
        } catch (DataAccessException _) {
            // Redis is unavailable: the copy stays. A log line here would repeat every second; the rate limit already
            // logs the fact.
        }
    }

    boolean isEmpty() {
        return blockedUntil.isEmpty();
    }

    /** Returns the time until the block of this prefix ends; zero or less when it is not blocked. */
    Duration remaining(AddressPrefix prefix) {
        Long until = blockedUntil.get(prefix.text());
        return until == null ? Duration.ZERO : Duration.ofMillis(until - clock.millis());
    }

    /** Returns the number of prefixes that are blocked now. */
    long count() {
        long now = clock.millis();
        return blockedUntil.values().stream().filter(until -> until > now).count();
    }
}
