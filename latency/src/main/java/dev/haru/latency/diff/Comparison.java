package dev.haru.latency.diff;

import dev.haru.latency.component.Breakdown;
import dev.haru.latency.component.Component;
import dev.haru.latency.component.Kind;
import dev.haru.latency.diff.Change.Verdict;
import dev.haru.latency.profile.Measured;
import dev.haru.latency.statistics.Bootstrap;
import dev.haru.latency.statistics.Interval;
import dev.haru.latency.statistics.Percentiles;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Compares a route before and after. A change counts if its estimate exceeds the threshold and its interval excludes 0.
 * All intervals of a route together contain the true values with 95 % confidence (Bonferroni). So one in twenty
 * comparisons of equal systems finds a change, not each of them. A change of a mean must also hold without the largest
 * value of either side. Otherwise, a single delayed request could turn a small but significant difference into a
 * change.
 */
public final class Comparison {

    private static final double CONFIDENCE = 0.95;
    private static final double CALLS = 0.1;
    private static final double[] PERCENTILES = {0.5, 0.95};

    private final Measured before;
    private final Measured after;
    private final Set<Component> components;
    private final Bootstrap bootstrap;
    private final double threshold;

    private Comparison(Measured before, Measured after, Threshold threshold, long seed) {
        this.before = before;
        this.after = after;
        this.components = new HashSet<>(before.components());
        this.components.addAll(after.components());
        int tests = components.size() + 1 + PERCENTILES.length;
        this.bootstrap = new Bootstrap(seed, 1 - (1 - CONFIDENCE) / tests);
        this.threshold = threshold.of(mean(before.durations()));
    }

    /** Compares two measurements. Each must have at least one request. */
    public static RouteDiff of(Measured before, Measured after, Threshold threshold, long seed) {
        return new Comparison(before, after, threshold, seed).compare();
    }

    private RouteDiff compare() {
        return new RouteDiff(
                before.route().toString(),
                before.requests(),
                after.requests(),
                threshold,
                whole(),
                components.stream()
                        .map(component ->
                                means(component.toString(), before.nanos(component), after.nanos(component), threshold))
                        .sorted(Comparator.comparingDouble((Change change) -> -Math.abs(change.difference()))
                                .thenComparing(Change::what))
                        .toList(),
                components.stream()
                        .filter(component -> component.kind() == Kind.NETWORK || component.kind() == Kind.UNSEEN)
                        .map(component ->
                                means(component.toString(), calls(before, component), calls(after, component), CALLS))
                        .filter(change -> change.verdict() != Verdict.SAME)
                        .sorted(Comparator.comparing(Change::what))
                        .toList());
    }

    private List<Change> whole() {
        long[] from = before.durations();
        long[] to = after.durations();
        return List.of(
                means("mean", inOrder(before), inOrder(after), threshold),
                percentiles("p50", from, to, PERCENTILES[0]),
                percentiles("p95", from, to, PERCENTILES[1]));
    }

    private Change means(String what, long[] from, long[] to, double beyond) {
        Change all = ofMeans(what, from, to, beyond);
        boolean holds = all.verdict() == Verdict.SAME
                || all.verdict()
                        == ofMeans(what, withoutLargest(from), withoutLargest(to), beyond)
                                .verdict();
        return holds ? all : new Change(what, all.before(), all.after(), all.interval(), Verdict.SAME);
    }

    private Change ofMeans(String what, long[] from, long[] to, double beyond) {
        return change(what, mean(from), mean(to), bootstrap.ofMeans(from, to), beyond);
    }

    private Change percentiles(String what, long[] from, long[] to, double share) {
        return change(
                what,
                (double) Percentiles.of(from, share),
                (double) Percentiles.of(to, share),
                bootstrap.ofPercentiles(from, to, share),
                threshold);
    }

    private static Change change(String what, double from, double to, Interval interval, double beyond) {
        Verdict verdict = Verdict.SAME;
        if (interval.excludesZero() && Math.abs(to - from) > beyond) {
            verdict = to > from ? Verdict.SLOWER : Verdict.FASTER;
        }
        return new Change(what, from, to, interval, verdict);
    }

    /** Keeps the order of the other values. */
    private static long[] withoutLargest(long[] values) {
        int largest = 0;
        for (int i = 1; i < values.length; i++) {
            if (values[i] > values[largest]) {
                largest = i;
            }
        }
        long[] others = Arrays.copyOf(values, values.length - 1);
        System.arraycopy(values, largest + 1, others, largest, values.length - largest - 1);
        return others;
    }

    private static long[] inOrder(Measured measured) {
        return measured.sample().stream().mapToLong(Breakdown::duration).toArray();
    }

    private static long[] calls(Measured measured, Component component) {
        return measured.sample().stream()
                .map(breakdown -> breakdown.parts().get(component))
                .mapToLong(part -> part == null ? 0 : part.calls())
                .toArray();
    }

    private static double mean(long[] values) {
        return Arrays.stream(values).average().orElse(0);
    }
}
