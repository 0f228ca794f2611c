package dev.haru.auth.guard;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.haru.auth.guard.Counts.Count;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import org.springframework.stereotype.Component;

/**
 * Counts failures of this process at all times. The counts apply while Redis is unavailable. The login guard also
 * checks them just before a hash begins, because other attempts may have failed while this one waited in the queue.
 *
 * <p>Longer than 120 lines because it implements all counts of {@link FailureCounters} in memory.
 */
@Component
final class LocalCounters {

    /** The most times that a counter keeps. No limit is higher. */
    static final int MAX_COUNT = 10_000;

    private static final int KEYS = 100_000;

    private final Duration window;
    private final Cache<String, FailureWindow> windows;
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
        FailureWindow entries = of(key);
        for (int i = 0; i < times; i++) {
            entries.add(now);
        }
    }

    /**
     * Adds one unless the count has reached the limit.
     *
     * @return the count before this call
     */
    synchronized int take(String key, int limit, Instant now) {
        int count = count(key, now).failures();
        if (count < limit) {
            add(key, 1, now);
        }
        return count;
    }

    /** Removes the oldest entry of a counter. */
    void takeBack(String key) {
        of(key).removeOldest();
    }

    /** The block of the target that is in force, or else a new one. */
    Block block(BlockTarget target, Instant now, Instant until) {
        Instant current = blocked.getIfPresent(target);
        if (current != null && current.isAfter(now)) {
            return new Block(current, false);
        }
        blocked.put(target, until);
        return new Block(until, true);
    }

    void spraying(Instant until) {
        sprayedUntil = until;
    }

    /**
     * Reserves a place for a password check. Returns false if the running checks and this one could exceed a limit,
     * should all of them fail.
     */
    synchronized boolean begin(Map<Counter, String> keys, Map<Counter, Integer> limits, Instant now) {
        for (Map.Entry<Counter, String> key : keys.entrySet()) {
            if (!of(key.getValue()).hasRoom(limits.getOrDefault(key.getKey(), Integer.MAX_VALUE), now.minus(window))) {
                return false;
            }
        }
        keys.values().forEach(key -> of(key).beginCheck());
        return true;
    }

    /** Releases the place of a check. A failure counts for the rest of the window. */
    synchronized void end(Map<Counter, String> keys, boolean right, Instant now) {
        keys.forEach((counter, key) -> {
            FailureWindow entries = of(key);
            entries.endCheck();
            if (!right && counter != Counter.UNSOLVED) {
                entries.add(now);
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

    /**
     * Takes the amount that this process has added to the counter since the last such call.
     *
     * @param minimum the amount below which this method takes nothing and returns 0
     */
    int takeUnpublished(String key, int minimum) {
        return of(key).takeUnpublished(minimum);
    }

    private FailureWindow of(String key) {
        return windows.get(key, _ -> new FailureWindow(MAX_COUNT));
    }
}
