package dev.haru.auth.password;

import java.util.concurrent.atomic.AtomicLong;

/** The moving average of the time for which a completed hash occupied its thread. */
final class AverageHashTime {

    /**
     * The newest hash has 1 / 32 of the weight. At a hundred hashes a second, the average reflects the last third of a
     * second.
     */
    private static final int WEIGHT = 32;

    private final AtomicLong average = new AtomicLong();

    void completed(long nanos) {
        average.updateAndGet(old -> old == 0 ? nanos : old + (nanos - old) / WEIGHT);
    }

    /**
     * The number of hashes that this many threads complete within this time; unlimited before the first completed hash.
     */
    long completionsWithin(long nanos, int threads) {
        long hashTime = average.get();
        return hashTime <= 0 ? Long.MAX_VALUE : nanos / hashTime * threads;
    }
}
