package dev.haru.latency.why;

/**
 * The weight, the sum and the sum of squares of the values of each stratum, before and after. The number of values is
 * the effective one: of equally weighted values that would be as precise.
 */
final class Sums {

    private final double[][] weights;
    private final double[][] weightSquares;
    private final double[][] sums;
    private final double[][] squares;

    Sums(int strata) {
        this.weights = new double[2][strata];
        this.weightSquares = new double[2][strata];
        this.sums = new double[2][strata];
        this.squares = new double[2][strata];
    }

    void add(boolean isAfter, int stratum, double weight, double value) {
        int side = isAfter ? 1 : 0;
        weights[side][stratum] += weight;
        weightSquares[side][stratum] += weight * weight;
        sums[side][stratum] += weight * value;
        squares[side][stratum] += weight * value * value;
    }

    /** Whether both sides have a value. */
    boolean isComparable(int stratum) {
        return weights[0][stratum] > 0 && weights[1][stratum] > 0;
    }

    /** The weight of the values after. */
    double after(int stratum) {
        return weights[1][stratum];
    }

    /** The mean after less the mean before. */
    double difference(int stratum) {
        return mean(1, stratum) - mean(0, stratum);
    }

    /** The variance of the difference, from the variances within both sides. */
    double variance(int stratum) {
        return varianceOfMean(0, stratum) + varianceOfMean(1, stratum);
    }

    /** The number of pairs of values whose mean difference would be as precise. */
    double pairs(int stratum) {
        double before = count(0, stratum);
        double after = count(1, stratum);
        return before * after / (before + after);
    }

    private double count(int side, int stratum) {
        return weights[side][stratum] * weights[side][stratum] / weightSquares[side][stratum];
    }

    private double mean(int side, int stratum) {
        return sums[side][stratum] / weights[side][stratum];
    }

    private double varianceOfMean(int side, int stratum) {
        double mean = mean(side, stratum);
        // Rounding errors can make the difference negative.
        double variance = Math.max(0, squares[side][stratum] / weights[side][stratum] - mean * mean);
        return variance / count(side, stratum);
    }
}
