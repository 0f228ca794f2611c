package dev.haru.latency.statistics;

/** Percentiles by nearest rank: always a value that occurred (Hyndman and Fan 1996, definition 1). */
public final class Percentiles {

    private Percentiles() {}

    /** The smallest value that at least this share (0 to 1) of these does not exceed; they are sorted and not empty. */
    public static long of(long[] sorted, double share) {
        return sorted[rank(sorted.length, share)];
    }

    /** Its index. */
    public static int rank(int count, double share) {
        // 0.1 nanoseconds of a rank are a rounding error of the product.
        return Math.clamp((long) Math.ceil(share * count - 1e-9) - 1, 0, count - 1);
    }
}
