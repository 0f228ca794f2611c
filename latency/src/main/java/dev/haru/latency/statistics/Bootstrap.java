package dev.haru.latency.statistics;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;

/**
 * Confidence intervals of the difference between two samples, by the percentile bootstrap (Efron and Tibshirani, "An
 * Introduction to the Bootstrap", 1993, chapter 13). The same seed gives the same interval. The method assumes that
 * requests are independent of each other.
 */
public final class Bootstrap {

    private static final int RESAMPLES = 10_000;
    private static final int GROUPS = 100;

    private final long seed;
    private final double tail;

    /** Creates intervals that miss the true value with the probability {@code 1 - confidence}. */
    public Bootstrap(long seed, double confidence) {
        this.seed = seed;
        this.tail = (1 - confidence) / 2;
    }

    /**
     * The interval of mean(after) - mean(before). More than {@value #GROUPS} values are first averaged in that many
     * groups. The mean of the group means is the same, and has the same variance.
     */
    public Interval ofMeans(long[] before, long[] after) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] from = grouped(before);
        double[] to = grouped(after);
        return interval(() -> resampledMean(to, random) - resampledMean(from, random));
    }

    /**
     * The interval of the difference of a percentile of sorted values. The k-th of n resampled values is the value at
     * the k-th of n uniform numbers, which has a Beta(k, n - k + 1) distribution. So one draw replaces n draws.
     */
    public Interval ofPercentiles(long[] sortedBefore, long[] sortedAfter, double share) {
        SplittableRandom random = new SplittableRandom(seed);
        return interval(() ->
                resampledPercentile(sortedAfter, share, random) - resampledPercentile(sortedBefore, share, random));
    }

    private Interval interval(DoubleSupplier resample) {
        double[] differences = new double[RESAMPLES];
        Arrays.setAll(differences, _ -> resample.getAsDouble());
        Arrays.sort(differences);
        int low = (int) (tail * RESAMPLES);
        return new Interval(differences[low], differences[RESAMPLES - 1 - low]);
    }

    private static double[] grouped(long[] values) {
        int groups = Math.min(GROUPS, values.length);
        double[] sums = new double[groups];
        int[] counts = new int[groups];
        for (int i = 0; i < values.length; i++) {
            sums[i % groups] += values[i];
            counts[i % groups]++;
        }
        for (int i = 0; i < groups; i++) {
            sums[i] /= counts[i];
        }
        return sums;
    }

    private static double resampledMean(double[] values, SplittableRandom random) {
        double sum = 0;
        for (int i = 0; i < values.length; i++) {
            sum += values[random.nextInt(values.length)];
        }
        return sum / values.length;
    }

    private static double resampledPercentile(long[] sorted, double share, SplittableRandom random) {
        int rank = Percentiles.rank(sorted.length, share) + 1;
        double below = gamma(rank, random);
        double above = gamma(sorted.length - rank + 1, random);
        int place = (int) (sorted.length * below / (below + above));
        return sorted[Math.min(place, sorted.length - 1)];
    }

    /** Draws from Gamma(shape, 1) for a shape of at least 1 (Marsaglia and Tsang, ACM TOMS 26(3), 2000). */
    private static double gamma(int shape, SplittableRandom random) {
        double d = shape - 1.0 / 3;
        double c = 1 / Math.sqrt(9 * d);
        while (true) {
            double x = random.nextGaussian();
            double v = Math.pow(1 + c * x, 3);
            if (v > 0 && Math.log(1 - random.nextDouble()) < 0.5 * x * x + d - d * v + d * Math.log(v)) {
                return d * v;
            }
        }
    }
}
