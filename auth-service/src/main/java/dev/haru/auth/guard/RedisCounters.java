package dev.haru.auth.guard;

import dev.haru.auth.guard.Counts.Count;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.ClassPathResource;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;
import org.springframework.stereotype.Component;

/**
 * Counts for all processes, in sorted sets of the times of failures: exact over a sliding window, and small, because
 * nothing is added once attempts are refused. Each call is one script, so one round trip and atomic.
 */
@Component
final class RedisCounters {

    /** The gateway reads it too: address prefixes by the millisecond at which their block ends. */
    static final String BLOCKED = "haru:login-guard:blocked";

    private static final String USED_CHALLENGE = "haru:login-guard:challenge:";

    @SuppressWarnings("rawtypes")
    private static final RedisScript<List> COUNT = RedisScript.of(script("count.lua"), List.class);

    private static final RedisScript<Long> FAILED = RedisScript.of(script("failed.lua"), Long.class);

    private final StringRedisTemplate redis;
    private final Duration window;
    private final Duration block;

    RedisCounters(StringRedisTemplate redis, LoginGuardProperties properties) {
        this.redis = redis;
        this.window = properties.window();
        this.block = properties.block();
    }

    /** The failures under these keys, and whether the address is blocked. */
    Counts count(String address, Map<Counter, String> keys, Instant now) {
        List<?> answer = redis.execute(COUNT, withBlocked(keys), address, millis(now), millis(now.minus(window)));
        Map<Counter, Count> counts = new EnumMap<>(Counter.class);
        int next = 1;
        for (Counter counter : keys.keySet()) {
            counts.put(counter, new Count(number(answer, next), instant(answer, next + 1)));
            next += 2;
        }
        return new Counts(instant(answer, 0), counts);
    }

    /** Adds a failure to each key, and blocks the address when it has as many as this. True when it does that now. */
    boolean failed(String address, Map<Counter, String> keys, int hostileAddress, Instant now) {
        Long blocked = redis.execute(
                FAILED,
                withBlocked(keys),
                address,
                millis(now),
                Long.toString(window.toMillis()),
                UUID.randomUUID().toString(),
                keys.getOrDefault(Counter.ADDRESS, ""),
                Integer.toString(hostileAddress),
                millis(now.plus(block)));
        return blocked != null && blocked == 1;
    }

    /** Whether nobody used this challenge before. */
    boolean useOnce(String challenge, Duration life) {
        return Boolean.TRUE.equals(redis.opsForValue().setIfAbsent(USED_CHALLENGE + challenge, "", life));
    }

    void forget(Collection<String> keys) {
        redis.delete(keys);
    }

    void unblock(String address) {
        redis.opsForZSet().remove(BLOCKED, address);
    }

    private static List<String> withBlocked(Map<Counter, String> keys) {
        List<String> all = new ArrayList<>(keys.size() + 1);
        all.add(BLOCKED);
        all.addAll(keys.values());
        return all;
    }

    private static int number(List<?> answer, int index) {
        return ((Number) answer.get(index)).intValue();
    }

    private static @Nullable Instant instant(List<?> answer, int index) {
        long millis = Long.parseLong(answer.get(index).toString());
        return millis == 0 ? null : Instant.ofEpochMilli(millis);
    }

    private static String millis(Instant instant) {
        return Long.toString(instant.toEpochMilli());
    }

    /** Its text: of a script given as a resource, each call would look up when the file last changed. */
    private static String script(String name) {
        try {
            return new ClassPathResource(name, RedisCounters.class).getContentAsString(StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
