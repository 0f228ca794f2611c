package dev.haru.latency.statistics;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/**
 * Values of a sample. The weight of a value is the number of values of the population for which it stands, the inverse
 * of its probability. Sums over the sample, each value times its weight, are unbiased estimates of the sums over the
 * population (Horvitz and Thompson 1952). The mean is the ratio of two such sums (Hájek 1971).
 */
public final class WeightedValues {

    private final long[] values;
    private final double[] weights;

    private WeightedValues(long[] values, double[] weights) {
        this.values = values;
        this.weights = weights;
    }

    /** The values of a list, in its order. */
    public static <T> WeightedValues of(List<T> list, ToLongFunction<T> value, ToDoubleFunction<T> weight) {
        return new WeightedValues(
                list.stream().mapToLong(value).toArray(),
                list.stream().mapToDouble(weight).toArray());
    }

    /** Values that each stand for themselves. */
    public static WeightedValues equal(long... values) {
        double[] weights = new double[values.length];
        Arrays.fill(weights, 1);
        return new WeightedValues(values, weights);
    }

    public int size() {
        return values.length;
    }

    public long value(int index) {
        return values[index];
    }

    public double weight(int index) {
        return weights[index];
    }

    /** 0 if there is no value. */
    public double mean() {
        double sum = 0;
        double total = 0;
        for (int i = 0; i < values.length; i++) {
            sum += weights[i] * values[i];
            total += weights[i];
        }
        return total == 0 ? 0 : sum / total;
    }

    /** The values in ascending order, with their weights. */
    public WeightedValues sorted() {
        if (haveEqualWeights()) {
            long[] sorted = values.clone();
            Arrays.sort(sorted);
            return new WeightedValues(sorted, weights);
        }
        int[] order = IntStream.range(0, values.length)
                .boxed()
                .sorted((one, other) -> Long.compare(values[one], values[other]))
                .mapToInt(Integer::intValue)
                .toArray();
        return new WeightedValues(
                Arrays.stream(order).mapToLong(index -> values[index]).toArray(),
                Arrays.stream(order).mapToDouble(index -> weights[index]).toArray());
    }

    /**
     * Without the value that moves the mean upwards the most. Of equal weights, that is the largest. Keeps the order of
     * the others.
     */
    public WeightedValues withoutLargestInfluence() {
        double mean = mean();
        int largest = 0;
        for (int i = 1; i < values.length; i++) {
            if (influence(i, mean) > influence(largest, mean)) {
                largest = i;
            }
        }
        int without = largest;
        int[] others =
                IntStream.range(0, values.length).filter(i -> i != without).toArray();
        return new WeightedValues(
                Arrays.stream(others).mapToLong(index -> values[index]).toArray(),
                Arrays.stream(others).mapToDouble(index -> weights[index]).toArray());
    }

    private double influence(int index, double mean) {
        return weights[index] * (values[index] - mean);
    }

    private boolean haveEqualWeights() {
        return Arrays.stream(weights).allMatch(weight -> weight == weights[0]);
    }
}
