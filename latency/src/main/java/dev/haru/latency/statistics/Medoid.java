package dev.haru.latency.statistics;

import java.util.List;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;

/** The medoid: the value with the smallest sum of distances to all others (Kaufman and Rousseeuw 1987). */
public final class Medoid {

    /** The maximum number of compared values, which are taken at equal steps. */
    private static final int MAXIMUM_VALUES = 500;

    private Medoid() {}

    /** The medoid of a non-empty list. Of equal values, the first. */
    public static <T> T of(List<T> values, ToDoubleBiFunction<T, T> distance) {
        return of(values, distance, _ -> 1);
    }

    /** The medoid of a population of which each value represents as many values as its weight says. */
    public static <T> T of(List<T> values, ToDoubleBiFunction<T, T> distance, ToDoubleFunction<T> weight) {
        int step = Math.ceilDiv(values.size(), MAXIMUM_VALUES);
        T best = values.getFirst();
        double least = Double.MAX_VALUE;
        for (int i = 0; i < values.size(); i += step) {
            double sum = 0;
            for (int j = 0; j < values.size() && sum < least; j += step) {
                sum += weight.applyAsDouble(values.get(j)) * distance.applyAsDouble(values.get(i), values.get(j));
            }
            if (sum < least) {
                least = sum;
                best = values.get(i);
            }
        }
        return best;
    }
}
