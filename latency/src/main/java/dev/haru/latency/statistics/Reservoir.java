package dev.haru.latency.statistics;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Keeps all values up to its capacity, and a uniform sample of more values (Vitter 1985, algorithm R). The sample is
 * the same in every run. The standard error of a percentile's rank in a sample of n is sqrt(p (1 - p) / n).
 */
public final class Reservoir<T> {

    private static final long SEED = 20261121;

    private final int capacity;
    private final List<T> values = new ArrayList<>();
    private final SplittableRandom random = new SplittableRandom(SEED);
    private long seen;

    public Reservoir(int capacity) {
        this.capacity = capacity;
    }

    public void add(T value) {
        seen++;
        if (values.size() < capacity) {
            values.add(value);
            return;
        }
        long place = random.nextLong(seen);
        if (place < capacity) {
            values.set((int) place, value);
        }
    }

    /** The number of added values. */
    public long seen() {
        return seen;
    }

    public List<T> values() {
        return Collections.unmodifiableList(values);
    }
}
