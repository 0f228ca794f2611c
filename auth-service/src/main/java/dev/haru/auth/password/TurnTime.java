package dev.haru.auth.password;

import java.util.concurrent.atomic.AtomicLong;

/** The moving average of how long a hash occupies its thread, from completed hashes alone. */
final class TurnTime {

    /** Weight of the newest hash is 1 in so many: at a hundred hashes a second, the last third of a second counts. */
    private static final int WEIGHT = 32;

    private final AtomicLong average = new AtomicLong();

    void completed(long nanos) {
        average.updateAndGet(now -> now == 0 ? nanos : now + (nanos - now) / WEIGHT);
    }

    /** How many hashes complete within this time on this many threads; unlimited while no hash has completed. */
    long completionsWithin(long nanos, int threads) {
        long turn = average.get();
        return turn <= 0 ? Long.MAX_VALUE : nanos / turn * threads;
    }
}
