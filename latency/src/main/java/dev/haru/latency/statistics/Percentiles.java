package dev.haru.latency.statistics;

/** Percentiles by nearest rank: always a value that occurred (Hyndman and Fan 1996, definition 1). */
public final class Percentiles {

    private Percentiles() {}

    /**
     * The smallest value such that at least this share (0 to 1) of the values does not exceed it. The values are sorted
     * and not empty.
     */
    public static long of(long[] sorted, double share) {
        return sorted[rank(sorted.length, share)];
    }

    /** The index of that value. */
    public static int rank(int count, double share) {
        // The subtracted 1e-9 compensates for rounding errors of the product.
        return Math.clamp((long) Math.ceil(share * count - 1e-9) - 1, 0, count - 1);
    }
}
