package dev.haru.auth.guard;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.haru.auth.guard.Counts.Count;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Map;
import org.springframework.stereotype.Component;

/**
 * Counts for this process, at all times: the counts apply while Redis is away, and they are looked at again when a hash
 * is about to begin, after other attempts that waited in the same queue.
 */
@Component
final class LocalCounters {

    private static final int KEYS = 100_000;

    private final Duration window;
    private final Duration block;
    private final Cache<String, Window> windows;
    private final Cache<String, Instant> blocked;
    private final Cache<String, Boolean> usedChallenges;

    LocalCounters(LoginGuardProperties properties) {
        this.window = properties.window();
        this.block = properties.block();
        this.windows = Caffeine.newBuilder()
                .maximumSize(KEYS)
                .expireAfterAccess(window)
                .build();
        this.blocked =
                Caffeine.newBuilder().maximumSize(KEYS).expireAfterWrite(block).build();
        this.usedChallenges = Caffeine.newBuilder()
                .maximumSize(KEYS)
                .expireAfterWrite(properties.challenge().life())
                .build();
    }

    Counts count(String address, Map<Counter, String> keys, Instant now) {
        Map<Counter, Count> counts = new EnumMap<>(Counter.class);
        keys.forEach((counter, key) -> counts.put(counter, of(key).count(now.minus(window))));
        Instant until = blocked.getIfPresent(address);
        return new Counts(until != null && until.isAfter(now) ? until : null, counts);
    }

    /** Blocks the address when it has as many failures as this. True when it does that now. */
    boolean blockIfHostile(String address, Map<Counter, String> keys, int limit, Instant now) {
        String key = keys.get(Counter.ADDRESS);
        if (key == null || of(key).count(now.minus(window)).failures() < limit) {
            return false;
        }
        blocked.put(address, now.plus(block));
        return true;
    }

    /**
     * Takes the attempt's place among those that are being checked right now; false when it and they, should all of
     * them fail, would go beyond a limit.
     */
    synchronized boolean begin(Map<Counter, String> keys, Map<Counter, Integer> limits, Instant now) {
        for (Map.Entry<Counter, String> key : keys.entrySet()) {
            if (!of(key.getValue()).hasRoom(limits.getOrDefault(key.getKey(), Integer.MAX_VALUE), now.minus(window))) {
                return false;
            }
        }
        keys.values().forEach(key -> of(key).running++);
        return true;
    }

    /** Gives the place back; a failure takes it for the rest of the window. */
    synchronized void end(Map<Counter, String> keys, boolean right, Instant now) {
        keys.values().forEach(key -> {
            Window counted = of(key);
            counted.running = Math.max(0, counted.running - 1);
            if (!right) {
                counted.failed(now);
            }
        });
    }

    boolean useOnce(String challenge) {
        return usedChallenges.asMap().putIfAbsent(challenge, true) == null;
    }

    void forget(Collection<String> keys) {
        windows.invalidateAll(keys);
    }

    void unblock(String address) {
        blocked.invalidate(address);
    }

    private Window of(String key) {
        return windows.get(key, _ -> new Window());
    }

    private static final class Window {

        /** More than any limit asks for. */
        private static final int LONGEST = 1000;

        private final Deque<Instant> failures = new ArrayDeque<>();
        private int running;

        synchronized void failed(Instant now) {
            if (failures.size() == LONGEST) {
                failures.removeFirst();
            }
            failures.addLast(now);
        }

        synchronized Count count(Instant since) {
            while (!failures.isEmpty() && !failures.getFirst().isAfter(since)) {
                failures.removeFirst();
            }
            return new Count(failures.size(), failures.peekFirst());
        }

        /** Without a failure so far there is always room: many right passwords at once are no attack. */
        boolean hasRoom(int limit, Instant since) {
            int failed = count(since).failures();
            return failed == 0 || failed + running < limit;
        }
    }
}
