package dev.haru.latency.statistics;

/** Percentiles of equally weighted values, to which those of a {@link Distribution} are compared. */
final class Percentiles {

    private Percentiles() {}

    /** The percentile by nearest rank of sorted values. */
    static long of(long[] sorted, double share) {
        // The subtracted 1e-9 compensates for rounding errors of the product.
        return sorted[Math.clamp((long) Math.ceil(share * sorted.length - 1e-9) - 1, 0, sorted.length - 1)];
    }
}
