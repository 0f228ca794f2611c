package dev.haru.latency.statistics;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;

/**
 * All values as long as there are few, from then on a uniform sample of that many (Vitter 1985, algorithm R), the same
 * in every run. The rank of a percentile in a sample of n is off by sqrt(p (1 - p) / n) (one standard error).
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

    /** How many were added. */
    public long seen() {
        return seen;
    }

    public List<T> values() {
        return Collections.unmodifiableList(values);
    }
}
