package dev.haru.latency.why;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Times of requests in strata. A time is compared only with times of its stratum: the same subject, operation and
 * shape. A shape with fewer than {@value #FREQUENT} times shares a stratum with the other rare shapes of its operation.
 * So another mix of requests is no change. The strata do not depend on the side of a request, because the permutation
 * test exchanges the sides.
 *
 * <p>Longer than 120 lines because it keeps the construction of the strata and their sums together.
 */
final class Strata<T> {

    private static final int FREQUENT = 20;

    /** Added to each time before its logarithm is taken, so that microseconds do not count as a large factor. */
    private static final double NEGLIGIBLE_NANOS = 100_000;

    private final int before;
    private final double[] weights;
    private final int[] starts;
    private final int[] strata;
    private final double[] nanos;
    private final double[] logs;
    private final int[] subjectOf;
    private final List<T> subjects = new ArrayList<>();

    /**
     * Each list holds the times of each request of one side, and {@code weights} how many requests each request stands
     * for, those before first.
     */
    Strata(List<List<Timing<T>>> before, List<List<Timing<T>>> after, double[] weights) {
        this.before = before.size();
        this.weights = weights;
        List<List<Timing<T>>> all = new ArrayList<>(before);
        all.addAll(after);
        int size = all.stream().mapToInt(List::size).sum();
        this.starts = new int[all.size() + 1];
        this.strata = new int[size];
        this.nanos = new double[size];
        this.logs = new double[size];
        this.subjectOf = fill(all);
    }

    List<T> subjects() {
        return subjects;
    }

    /** The number of strata. */
    int size() {
        return subjectOf.length;
    }

    /** The index of the subject of a stratum. */
    int subjectOf(int stratum) {
        return subjectOf[stratum];
    }

    int requests() {
        return starts.length - 1;
    }

    /** The number of requests before, which come first. */
    int before() {
        return before;
    }

    /** Which requests are after. */
    boolean[] sides() {
        boolean[] isAfter = new boolean[requests()];
        Arrays.fill(isAfter, before, requests(), true);
        return isAfter;
    }

    /** Adds up the logarithms of the times, with these sides of the requests. */
    Sums logs(boolean[] isAfter) {
        Sums sums = new Sums(size());
        for (int request = 0; request < requests(); request++) {
            for (int i = starts[request]; i < starts[request + 1]; i++) {
                sums.add(isAfter[request], strata[i], weights[request], logs[i]);
            }
        }
        return sums;
    }

    /** Adds up the times (ns) of the requests, each of which was drawn so many times. */
    Sums nanos(int[] draws) {
        Sums sums = new Sums(size());
        for (int request = 0; request < requests(); request++) {
            for (int i = starts[request]; i < starts[request + 1]; i++) {
                sums.add(request >= before, strata[i], draws[request] * weights[request], nanos[i]);
            }
        }
        return sums;
    }

    /** The weight of the drawn requests after that have a time of each subject in one of these strata. */
    double[] affected(int[] draws, boolean[] comparable) {
        double[] affected = new double[subjects.size()];
        int[] counted = new int[subjects.size()];
        for (int request = before; request < requests(); request++) {
            for (int i = starts[request]; i < starts[request + 1]; i++) {
                int subject = subjectOf[strata[i]];
                if (comparable[strata[i]] && counted[subject] <= request) {
                    counted[subject] = request + 1;
                    affected[subject] += draws[request] * weights[request];
                }
            }
        }
        return affected;
    }

    private int[] fill(List<List<Timing<T>>> all) {
        Map<Timing<T>, Integer> frequencies = new HashMap<>();
        all.forEach(request -> request.forEach(timing -> frequencies.merge(sameShape(timing), 1, Integer::sum)));
        Map<T, Integer> subjectIds = new HashMap<>();
        Map<Timing<T>, Integer> stratumIds = new HashMap<>();
        List<Integer> subjectOfStratum = new ArrayList<>();
        int next = 0;
        for (int request = 0; request < all.size(); request++) {
            starts[request] = next;
            for (Timing<T> timing : all.get(request)) {
                Timing<T> shape = sameShape(timing);
                int subject = subjectIds.computeIfAbsent(timing.subject(), added -> {
                    subjects.add(added);
                    return subjects.size() - 1;
                });
                boolean frequent = frequencies.getOrDefault(shape, 0) >= FREQUENT;
                strata[next] = stratumIds.computeIfAbsent(frequent ? shape : rareShape(timing), _ -> {
                    subjectOfStratum.add(subject);
                    return subjectOfStratum.size() - 1;
                });
                nanos[next] = timing.nanos();
                logs[next] = Math.log(timing.nanos() + NEGLIGIBLE_NANOS);
                next++;
            }
        }
        starts[all.size()] = next;
        return subjectOfStratum.stream().mapToInt(Integer::intValue).toArray();
    }

    private static <T> Timing<T> sameShape(Timing<T> timing) {
        return new Timing<>(timing.subject(), timing.operation(), timing.shape(), 0);
    }

    /** The key of all rare shapes of an operation. Its time makes it different from the key of a frequent shape. */
    private static <T> Timing<T> rareShape(Timing<T> timing) {
        return new Timing<>(timing.subject(), timing.operation(), 0, -1);
    }
}
