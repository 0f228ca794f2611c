package dev.haru.latency.statistics;

import java.util.List;
import java.util.function.ToDoubleBiFunction;

/** The most typical of many: the one whose distances to all others add up to least (Kaufman and Rousseeuw 1987). */
public final class Medoid {

    /** So many are compared with each other, evenly taken from all. */
    private static final int MOST = 500;

    private Medoid() {}

    /** Of a list that is not empty; the first of equals. */
    public static <T> T of(List<T> values, ToDoubleBiFunction<T, T> distance) {
        int step = Math.ceilDiv(values.size(), MOST);
        T best = values.getFirst();
        double least = Double.MAX_VALUE;
        for (int i = 0; i < values.size(); i += step) {
            double sum = 0;
            for (int j = 0; j < values.size() && sum < least; j += step) {
                sum += distance.applyAsDouble(values.get(i), values.get(j));
            }
            if (sum < least) {
                least = sum;
                best = values.get(i);
            }
        }
        return best;
    }
}
