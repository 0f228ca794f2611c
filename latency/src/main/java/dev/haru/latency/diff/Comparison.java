package dev.haru.latency.diff;

import dev.haru.latency.component.Breakdown;
import dev.haru.latency.component.Component;
import dev.haru.latency.component.Kind;
import dev.haru.latency.diff.Change.Verdict;
import dev.haru.latency.profile.Measured;
import dev.haru.latency.sampling.SamplingSummary;
import dev.haru.latency.statistics.Bootstrap;
import dev.haru.latency.statistics.Distribution;
import dev.haru.latency.statistics.Interval;
import dev.haru.latency.statistics.WeightedValues;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToLongFunction;

/**
 * Compares a route before and after. A change counts if its estimate exceeds the threshold and its interval excludes 0.
 * All intervals of a route together contain the true values with 95 % confidence (Bonferroni). So one in twenty
 * comparisons of equal systems finds a change, not each of them. A change of a mean must also hold without the largest
 * value of either side. Otherwise, a single delayed request could turn a small but significant difference into a
 * change.
 *
 * <p>Longer than 120 lines because the rule for the minimum of requests is beside the statistics that need it.
 */
public final class Comparison {

    /** With fewer requests, a bootstrap of the mean is not reliable. */
    public static final int MINIMUM_REQUESTS = 30;

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
        this.threshold = threshold.of(before.values(Breakdown::duration).mean());
    }

    /**
     * Whether a side has enough requests. Unequally sampled requests count as the number of equally sampled ones whose
     * mean would be as precise.
     */
    public static boolean hasEnough(SamplingSummary side) {
        return Math.round(side.effective()) >= MINIMUM_REQUESTS;
    }

    /** The reason why a route cannot be compared. */
    public static String tooFew(String route, SamplingSummary before, SamplingSummary after) {
        return "%s does not have %d requests both before and after. Before: %s. After: %s."
                .formatted(route, MINIMUM_REQUESTS, before.count(), after.count());
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
                before.sampling(),
                after.sampling(),
                threshold,
                whole(),
                components.stream()
                        .map(component -> means(component.toString(), request -> request.nanos(component), threshold))
                        .sorted(Comparator.comparingDouble((Change change) -> -Math.abs(change.difference()))
                                .thenComparing(Change::what))
                        .toList(),
                components.stream()
                        .filter(component -> component.kind() == Kind.NETWORK || component.kind() == Kind.UNSEEN)
                        .map(component -> means(
                                component.toString(),
                                request -> request.part(component).calls(),
                                CALLS))
                        .filter(change -> change.verdict() != Verdict.SAME)
                        .sorted(Comparator.comparing(Change::what))
                        .toList(),
                before.dropped(),
                after.dropped());
    }

    private List<Change> whole() {
        Distribution from = Distribution.of(before.values(Breakdown::duration));
        Distribution to = Distribution.of(after.values(Breakdown::duration));
        return List.of(
                means("mean", Breakdown::duration, threshold),
                percentiles("p50", from, to, PERCENTILES[0]),
                percentiles("p95", from, to, PERCENTILES[1]));
    }

    private Change means(String what, ToLongFunction<Breakdown> figure, double beyond) {
        WeightedValues from = before.values(figure);
        WeightedValues to = after.values(figure);
        Change all = ofMeans(what, from, to, beyond);
        boolean holds = all.verdict() == Verdict.SAME
                || all.verdict()
                        == ofMeans(what, from.withoutLargestInfluence(), to.withoutLargestInfluence(), beyond)
                                .verdict();
        return holds ? all : new Change(what, all.before(), all.after(), all.interval(), Verdict.SAME);
    }

    private Change ofMeans(String what, WeightedValues from, WeightedValues to, double beyond) {
        return change(what, from.mean(), to.mean(), bootstrap.ofMeans(from, to), beyond);
    }

    private Change percentiles(String what, Distribution from, Distribution to, double share) {
        return change(
                what,
                (double) from.percentile(share),
                (double) to.percentile(share),
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
}
