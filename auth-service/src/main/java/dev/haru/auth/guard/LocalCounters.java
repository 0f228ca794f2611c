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

    /** No counter keeps more times than this; no limit is higher. */
    static final int LONGEST = 10_000;

    private static final int KEYS = 100_000;

    private final Duration window;
    private final Cache<String, Window> windows;
    private final Cache<BlockTarget, Instant> blocked;
    private final Cache<String, Boolean> usedChallenges;

    private volatile Instant sprayedUntil = Instant.MIN;

    LocalCounters(LoginGuardProperties properties) {
        this.window = properties.window();
        this.windows = Caffeine.newBuilder()
                .maximumSize(KEYS)
                .expireAfterAccess(window)
                .build();
        this.blocked = Caffeine.newBuilder()
                .maximumSize(KEYS)
                .expireAfterWrite(properties.block())
                .build();
        this.usedChallenges = Caffeine.newBuilder()
                .maximumSize(KEYS)
                .expireAfterWrite(properties.challenge().life())
                .build();
    }

    Counts count(BlockTarget target, Map<Counter, String> keys, Instant now) {
        Map<Counter, Count> counts = new EnumMap<>(Counter.class);
        keys.forEach((counter, key) -> counts.put(counter, count(key, now)));
        Instant until = blocked.getIfPresent(target);
        return new Counts(
                until != null && until.isAfter(now) ? until : null,
                sprayedUntil.isAfter(now) ? sprayedUntil : null,
                counts);
    }

    Count count(String key, Instant now) {
        return of(key).count(now.minus(window));
    }

    void add(String key, int times, Instant now) {
        Window counted = of(key);
        for (int i = 0; i < times; i++) {
            counted.add(now);
        }
    }

    /** The count before this call, which adds one unless the count has reached the limit. */
    synchronized int take(String key, int limit, Instant now) {
        int count = count(key, now).failures();
        if (count < limit) {
            add(key, 1, now);
        }
        return count;
    }

    /** Takes the oldest back. */
    void takeBack(String key) {
        of(key).removeOldest();
    }

    /** The block of the target that stands, or a new one. */
    Block block(BlockTarget target, Instant now, Instant until) {
        Instant standing = blocked.getIfPresent(target);
        if (standing != null && standing.isAfter(now)) {
            return new Block(standing, false);
        }
        blocked.put(target, until);
        return new Block(until, true);
    }

    void spraying(Instant until) {
        sprayedUntil = until;
    }

    /**
     * Takes the attempt's place among the checks under way; false when it and they, should all of them fail, would go
     * beyond a limit.
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
        keys.forEach((counter, key) -> {
            Window counted = of(key);
            counted.running = Math.max(0, counted.running - 1);
            if (!right && counter != Counter.UNSOLVED) {
                counted.add(now);
            }
        });
    }

    boolean isUsed(String challenge) {
        return usedChallenges.getIfPresent(challenge) != null;
    }

    boolean useOnce(String challenge) {
        return usedChallenges.asMap().putIfAbsent(challenge, true) == null;
    }

    void forget(Collection<String> keys) {
        windows.invalidateAll(keys);
        if (keys.contains(CounterKeys.SPRAYING)) {
            sprayedUntil = Instant.MIN;
        }
    }

    void unblock(BlockTarget target) {
        blocked.invalidate(target);
    }

    /** How much was added to the counter since this call last took it; 0 when that is less than the minimum. */
    int takeUnpublished(String key, int minimum) {
        return of(key).takeUnpublished(minimum);
    }

    private Window of(String key) {
        return windows.get(key, _ -> new Window());
    }

    private static final class Window {

        private final Deque<Instant> times = new ArrayDeque<>();
        private int running;
        private int unpublished;

        synchronized void add(Instant now) {
            if (times.size() == LONGEST) {
                times.removeFirst();
            }
            times.addLast(now);
            unpublished = Math.min(LONGEST, unpublished + 1);
        }

        synchronized void removeOldest() {
            times.pollFirst();
            unpublished = Math.max(0, unpublished - 1);
        }

        synchronized int takeUnpublished(int minimum) {
            if (unpublished < minimum) {
                return 0;
            }
            int taken = unpublished;
            unpublished = 0;
            return taken;
        }

        synchronized Count count(Instant since) {
            while (!times.isEmpty() && !times.getFirst().isAfter(since)) {
                times.removeFirst();
            }
            return new Count(times.size(), times.peekFirst());
        }

        /** Without a failure so far there is always room: many right passwords at once are no attack. */
        boolean hasRoom(int limit, Instant since) {
            int failed = count(since).failures();
            return failed == 0 || failed + running < limit;
        }
    }
}
