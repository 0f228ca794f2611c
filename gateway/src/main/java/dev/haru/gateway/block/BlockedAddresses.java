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
 * The address prefixes that auth-service's login guard has blocked, as read from Redis a moment ago. While Redis is
 * away the last copy stays, and what is in it still ends by its own time.
 */
final class BlockedAddresses {

    /**
     * Sorted set of auth-service's: {@link AddressPrefix#text()} by the epoch millisecond until which it is blocked.
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

    /** Reads them anew; waits for Redis, so never called by a request. */
    void refresh() {
        try {
            Set<TypedTuple<String>> blocked = redis.opsForZSet()
                    .reverseRangeByScoreWithScores(KEY, (double) clock.millis(), Double.POSITIVE_INFINITY, 0, max);
            blockedUntil = blocked.stream()
                    .collect(Collectors.toUnmodifiableMap(
                            entry -> Objects.requireNonNull(entry.getValue()),
                            entry -> Objects.requireNonNull(entry.getScore()).longValue()));
        } catch (DataAccessException _) {
            // Away: the copy stays. Its silence would be a line a second; the rate limit logs that Redis is away.
        }
    }

    boolean isEmpty() {
        return blockedUntil.isEmpty();
    }

    /** How long this prefix is blocked from now on; zero or less when it is not. */
    Duration left(AddressPrefix prefix) {
        Long until = blockedUntil.get(prefix.text());
        return until == null ? Duration.ZERO : Duration.ofMillis(until - clock.millis());
    }

    /** How many are blocked now. */
    long count() {
        long now = clock.millis();
        return blockedUntil.values().stream().filter(until -> until > now).count();
    }
}
