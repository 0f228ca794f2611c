package dev.haru.latency.statistics;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;

/**
 * Intervals by the percentile bootstrap (Efron and Tibshirani, "An Introduction to the Bootstrap", 1993, chapter 13):
 * confidence intervals of the difference between two samples, and prediction intervals of the next sample. The same
 * seed gives the same interval. The method assumes that requests are independent of each other.
 *
 * <p>Longer than 120 lines because all intervals share the resampling.
 */
public final class Bootstrap {

    private static final int RESAMPLES = 10_000;
    private static final int GROUPS = 100;
    private static final double ROUNDING = 1e-6;

    private final long seed;
    private final double tail;

    /** Creates intervals that miss the true value with the probability {@code 1 - confidence}. */
    public Bootstrap(long seed, double confidence) {
        this.seed = seed;
        this.tail = (1 - confidence) / 2;
    }

    /**
     * The interval of mean(after) - mean(before). More than {@value #GROUPS} values are first added up in that many
     * groups. The mean of the groups is the same, and has the same variance.
     */
    public Interval ofMeans(WeightedValues before, WeightedValues after) {
        SplittableRandom random = new SplittableRandom(seed);
        Groups from = new Groups(before);
        Groups to = new Groups(after);
        return interval(() -> to.resampledMean(random) - from.resampledMean(random));
    }

    /** Like {@link #ofMeans(WeightedValues, WeightedValues)}, for values that each stand for themselves. */
    public Interval ofMeans(long[] before, long[] after) {
        return ofMeans(WeightedValues.equal(before), WeightedValues.equal(after));
    }

    /**
     * The interval of the difference of a percentile. The k-th of n resampled values is the value at the k-th of n
     * uniform numbers, which has a Beta(k, n - k + 1) distribution. So one draw replaces n draws. Of unequally weighted
     * values, n is their effective number.
     */
    public Interval ofPercentiles(Distribution before, Distribution after, double share) {
        SplittableRandom random = new SplittableRandom(seed);
        double from = before.effectiveSize(share);
        double to = after.effectiveSize(share);
        return interval(
                () -> resampledPercentile(after, to, share, random) - resampledPercentile(before, from, share, random));
    }

    /** Like {@link #ofPercentiles(Distribution, Distribution, double)}, for values that each stand for themselves. */
    public Interval ofPercentiles(long[] before, long[] after, double share) {
        return ofPercentiles(
                Distribution.of(WeightedValues.equal(before)), Distribution.of(WeightedValues.equal(after)), share);
    }

    /**
     * The prediction interval of the mean of as many further values: where it will be, not only where the true mean is.
     * It resamples a resample (Mojirsheibani and Tibshirani, "Some results on bootstrap prediction intervals", Canadian
     * Journal of Statistics 24(4), 1996).
     */
    public Interval ofNextMean(WeightedValues values) {
        SplittableRandom random = new SplittableRandom(seed);
        Groups groups = new Groups(values);
        double mean = values.mean();
        // Both errors of a mean are independent, so a resample of the values replaces the resample of the resample.
        return interval(() -> groups.resampledMean(random) + groups.resampledMean(random) - mean);
    }

    /** The prediction interval of a percentile of as many further values, as {@link #ofNextMean}. */
    public Interval ofNextPercentile(Distribution values, double share) {
        SplittableRandom random = new SplittableRandom(seed);
        double size = values.effectiveSize(share);
        return interval(() -> values.at(resampledPlace(resampledPlace(share, size, random), size, random)));
    }

    private Interval interval(DoubleSupplier resample) {
        double[] differences = new double[RESAMPLES];
        Arrays.setAll(differences, _ -> resample.getAsDouble());
        Arrays.sort(differences);
        int low = (int) (tail * RESAMPLES);
        return new Interval(differences[low], differences[RESAMPLES - 1 - low]);
    }

    private static double resampledPercentile(
            Distribution distribution, double size, double share, SplittableRandom random) {
        return distribution.at(resampledPlace(share, size, random));
    }

    /** The place (0 to 1) of a percentile in a resample of that size. */
    private static double resampledPlace(double share, double size, SplittableRandom random) {
        double rank = Math.clamp(Math.ceil(share * size - ROUNDING), 1, Math.max(1, size));
        double below = gamma(rank, random);
        double above = gamma(Math.max(1, size - rank + 1), random);
        return below / (below + above);
    }

    /** Draws from Gamma(shape, 1) for a shape of at least 1 (Marsaglia and Tsang, ACM TOMS 26(3), 2000). */
    private static double gamma(double shape, SplittableRandom random) {
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

    /** The sums of groups of values, and of their weights. */
    private static final class Groups {

        private final double[] sums;
        private final double[] weights;

        Groups(WeightedValues values) {
            int groups = Math.min(GROUPS, values.size());
            this.sums = new double[groups];
            this.weights = new double[groups];
            for (int i = 0; i < values.size(); i++) {
                sums[i % groups] += values.weight(i) * values.value(i);
                weights[i % groups] += values.weight(i);
            }
        }

        double resampledMean(SplittableRandom random) {
            double sum = 0;
            double weight = 0;
            for (int i = 0; i < sums.length; i++) {
                int drawn = random.nextInt(sums.length);
                sum += sums[drawn];
                weight += weights[drawn];
            }
            return sum / weight;
        }
    }
}
