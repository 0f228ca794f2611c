package dev.haru.latency.statistics;

import java.util.Arrays;

/**
 * The distribution of a population, estimated from weighted values. Percentiles are by nearest rank: the smallest value
 * such that at least this share of the weights belongs to values that do not exceed it. So a percentile is always a
 * value that occurred (Hyndman and Fan 1996, definition 1).
 */
public final class Distribution {

    private static final double ROUNDING = 1e-9;

    private final WeightedValues sorted;
    private final double[] cumulative;

    private Distribution(WeightedValues sorted) {
        this.sorted = sorted;
        this.cumulative = new double[sorted.size()];
        double sum = 0;
        for (int i = 0; i < cumulative.length; i++) {
            sum += sorted.weight(i);
            cumulative[i] = sum;
        }
    }

    /** The distribution of at least one value. */
    public static Distribution of(WeightedValues values) {
        return new Distribution(values.sorted());
    }

    /** The value below or at which this share (0 to 1) lies. */
    public long percentile(double share) {
        return sorted.value(rank(share));
    }

    /** The index of that value in ascending order. */
    public int rank(double share) {
        // A sum of weights is not exact, nor is the product.
        return first(share * total() - ROUNDING * total() / cumulative.length);
    }

    /** The value at a place between 0 and 1. Uniform places draw values in proportion to their weights. */
    long at(double place) {
        return sorted.value(first(Math.nextUp(place * total())));
    }

    /**
     * The number of equally weighted values from which the share below a percentile would be estimated as precisely
     * (Korn and Graubard, "Confidence intervals for proportions with small expected number of positive counts estimated
     * from survey data", 1998).
     */
    double effectiveSize(double share) {
        int rank = rank(share);
        double below = cumulative[rank] / total();
        double squares = 0;
        for (int i = 0; i < cumulative.length; i++) {
            double residual = i <= rank ? 1 - below : below;
            squares += Math.pow(sorted.weight(i) * residual, 2);
        }
        // Without a value above the percentile, the share has no variance.
        return squares == 0 ? cumulative.length : below * (1 - below) * total() * total() / squares;
    }

    private double total() {
        return cumulative[cumulative.length - 1];
    }

    /** The first index whose cumulative weight is at least {@code weight}. */
    private int first(double weight) {
        int found = Arrays.binarySearch(cumulative, weight);
        return Math.min(found >= 0 ? found : -found - 1, cumulative.length - 1);
    }
}
