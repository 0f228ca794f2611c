package dev.haru.auth.password;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Guarantees hashing a share of the cores. On average over recent hashes, a hash may take {@link #SLOWDOWN} times its
 * processor time. While hashes take longer, they must not run at low priority.
 */
final class HashShare {

    /**
     * The accepted ratio of elapsed time to processor time. Three leaves two thirds of a contended core to requests
     * without a hash.
     */
    static final int SLOWDOWN = 3;

    /** The maximum credit. It is small, so that a few starved hashes suffice to use it up. */
    private static final long MAX_CREDIT = Duration.ofMillis(100).toNanos();

    /** The maximum debt, so that the effect of a stall of several seconds ends soon. */
    private static final long MAX_DEBT = Duration.ofSeconds(1).toNanos();

    private final AtomicLong debt = new AtomicLong(-MAX_CREDIT);

    /**
     * Records a completed hash.
     *
     * @param wallNanos time from its start to its end
     * @param cpuNanos processor time of its thread
     */
    void completed(long wallNanos, long cpuNanos) {
        debt.updateAndGet(old -> Math.clamp(old + wallNanos - SLOWDOWN * cpuNanos, -MAX_CREDIT, MAX_DEBT));
    }

    /** Whether recent hashes have had less than their share. */
    boolean isBehind() {
        return debt.get() > 0;
    }
}
