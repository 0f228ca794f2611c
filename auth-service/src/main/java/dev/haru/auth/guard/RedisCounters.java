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
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.ClassPathResource;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;
import org.springframework.stereotype.Component;

/**
 * Counts failures for all processes, in sorted sets of times in Redis. The counts are exact over a sliding window, and
 * the sets have a bounded length. Each call is one script, so it is atomic and takes one round trip.
 *
 * <p>Longer than 120 lines because it keeps the scripts of the counters together.
 */
@Component
final class RedisCounters {

    private static final String USED_CHALLENGE = "haru:login-guard:challenge:";

    @SuppressWarnings("rawtypes")
    private static final RedisScript<List> COUNT = RedisScript.of(script("count.lua"), List.class);

    private static final RedisScript<Long> ADD = RedisScript.of(script("add.lua"), Long.class);
    private static final RedisScript<Long> USE = RedisScript.of(script("use.lua"), Long.class);
    private static final RedisScript<Long> TAKE = RedisScript.of(script("take.lua"), Long.class);

    private final StringRedisTemplate redis;
    private final Duration window;
    private final Duration block;

    RedisCounters(StringRedisTemplate redis, LoginGuardProperties properties) {
        this.redis = redis;
        this.window = properties.window();
        this.block = properties.block();
    }

    /** The counts of these keys, and the end of the target's block. */
    Counts count(BlockTarget target, Map<Counter, String> keys, Instant now) {
        List<?> answer = redis.execute(
                COUNT, scriptKeys(target, keys.values()), target.member(), millis(now), millis(now.minus(window)));
        Map<Counter, Count> counts = new EnumMap<>(Counter.class);
        int next = 2;
        for (Counter counter : keys.keySet()) {
            counts.put(counter, new Count(number(answer, next), instant(answer, next + 1)));
            next += 2;
        }
        return new Counts(instant(answer, 0), instant(answer, 1), counts);
    }

    /**
     * Adds the increments, and blocks the target when the sum of its blocking counters reaches the limit.
     *
     * @return the block of the target that is then in force, if any
     */
    Optional<Block> add(BlockTarget target, List<Increment> increments, int limit, Instant now) {
        List<String> arguments = new ArrayList<>(List.of(
                target.member(),
                millis(now),
                Long.toString(window.toMillis()),
                UUID.randomUUID().toString(),
                Integer.toString(limit),
                millis(now.plus(block)),
                Integer.toString(LocalCounters.MAX_COUNT)));
        increments.forEach(increment -> arguments.addAll(List.of(
                Integer.toString(increment.added()),
                increment.blocks() ? "1" : "0",
                Integer.toString(increment.sprayingFrom()))));
        Long answer = redis.execute(
                ADD, scriptKeys(target, increments.stream().map(Increment::key).toList()), arguments.toArray());
        return answer == null || answer == 0
                ? Optional.empty()
                : Optional.of(new Block(Instant.ofEpochMilli(Math.abs(answer)), answer > 0));
    }

    /** Whether this is the first use of the challenge. A first use subtracts one from the unsolved challenges. */
    boolean useOnce(String challenge, Duration life, String unsolvedKey) {
        Long first =
                redis.execute(USE, List.of(USED_CHALLENGE + challenge, unsolvedKey), Long.toString(life.toMillis()));
        return first != null && first == 1;
    }

    /**
     * Adds one unless the count has reached the limit.
     *
     * @return the count before this call
     */
    int take(String key, int limit, Instant now) {
        Long count = redis.execute(
                TAKE,
                List.of(key),
                millis(now),
                Long.toString(window.toMillis()),
                UUID.randomUUID().toString(),
                Integer.toString(limit));
        return count == null ? 0 : count.intValue();
    }

    void forget(Collection<String> keys) {
        redis.delete(keys);
    }

    void unblock(BlockTarget target) {
        redis.opsForZSet().remove(target.set(), target.member());
    }

    private static List<String> scriptKeys(BlockTarget target, Collection<String> keys) {
        List<String> all = new ArrayList<>(keys.size() + 2);
        all.add(target.set());
        all.add(CounterKeys.SPRAYING);
        all.addAll(keys);
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

    /**
     * The text of a script. Given the script as a resource, Spring would check the file's modification time at each
     * call.
     */
    private static String script(String name) {
        try {
            return new ClassPathResource(name, RedisCounters.class).getContentAsString(StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
