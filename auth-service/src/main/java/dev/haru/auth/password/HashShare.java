package dev.haru.auth.password;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Guarantees hashing a share of the cores: a hash may take {@link #SLOWDOWN} times its processor time, averaged over
 * recent hashes. While hashes take longer, they must not yield.
 */
final class HashShare {

    /** Three leaves two thirds of a contended core to requests that hash nothing. */
    static final int SLOWDOWN = 3;

    /** Time ahead that counts at most, so that a few starved hashes suffice to notice. */
    private static final long MOST_AHEAD = Duration.ofMillis(100).toNanos();

    /** Time behind that counts at most, so that a stall of seconds is soon forgotten. */
    private static final long MOST_BEHIND = Duration.ofSeconds(1).toNanos();

    private final AtomicLong behind = new AtomicLong(-MOST_AHEAD);

    /**
     * Counts a hash.
     *
     * @param wallNanos time from its start to its end
     * @param cpuNanos processor time of its thread
     */
    void completed(long wallNanos, long cpuNanos) {
        behind.updateAndGet(now -> Math.clamp(now + wallNanos - SLOWDOWN * cpuNanos, -MOST_AHEAD, MOST_BEHIND));
    }

    /** Whether hashing has lately had less than its share. */
    boolean isBehind() {
        return behind.get() > 0;
    }
}
