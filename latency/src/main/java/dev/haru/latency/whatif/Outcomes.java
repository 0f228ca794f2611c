package dev.haru.latency.whatif;

import dev.haru.latency.component.Attribution;
import dev.haru.latency.route.Request;
import dev.haru.latency.route.Route;
import dev.haru.latency.sampling.SamplingTally;
import dev.haru.latency.statistics.Bootstrap;
import dev.haru.latency.statistics.Distribution;
import dev.haru.latency.statistics.Interval;
import dev.haru.latency.statistics.Reservoir;
import dev.haru.latency.statistics.WeightedValues;
import dev.haru.latency.whatif.Prediction.ChangedComponents;
import dev.haru.latency.whatif.Prediction.Figure;
import dev.haru.latency.whatif.Retiming.Retimed;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/** The retimed requests of one route. */
final class Outcomes {

    /** As many requests as {@code latency of} keeps. */
    private static final int MAXIMUM_REQUESTS = 50_000;

    private static final double CONFIDENCE = 0.95;

    private final List<Change> changes;
    private final ResolvedChanges resolved;
    private final Retiming retiming;
    private final Reservoir<Durations> sample = new Reservoir<>(MAXIMUM_REQUESTS);
    private final Map<Change, Long> found = new HashMap<>();
    private final SamplingTally sampling = new SamplingTally();
    private long affected;

    Outcomes(List<Change> changes, ResolvedChanges resolved, Attribution attribution) {
        this.changes = changes;
        this.resolved = resolved;
        this.retiming = new Retiming(attribution, resolved.byComponent());
    }

    void add(Request request) {
        Retimed retimed = retiming.of(request.top());
        sample.add(new Durations(
                retimed.before(), retimed.predicted(), request.sampled().weight()));
        sampling.add(request.sampled());
        affected += retimed.before() == retimed.predicted() ? 0 : 1;
        retimed.found().forEach(change -> found.merge(change, 1L, Long::sum));
    }

    Prediction prediction(Route route, String source, long seed) {
        Bootstrap bootstrap = new Bootstrap(seed, CONFIDENCE);
        WeightedValues before = values(Durations::before);
        WeightedValues predicted = values(Durations::predicted);
        Distribution old = Distribution.of(before);
        Distribution retimed = Distribution.of(predicted);
        return new Prediction(
                route.toString(),
                source,
                sample.seen(),
                sample.values().size(),
                affected,
                sampling.summary(),
                changes.stream()
                        .map(change -> new ChangedComponents(
                                change.text(), resolved.components(change), found.getOrDefault(change, 0L)))
                        .toList(),
                List.of(
                        figure("mean", before.mean(), predicted.mean(), bootstrap.ofNextMean(predicted)),
                        percentile("p50", old, retimed, 0.5, bootstrap),
                        percentile("p95", old, retimed, 0.95, bootstrap),
                        percentile("p99", old, retimed, 0.99, bootstrap)));
    }

    private static Figure percentile(
            String what, Distribution before, Distribution predicted, double share, Bootstrap bootstrap) {
        return figure(
                what,
                (double) before.percentile(share),
                (double) predicted.percentile(share),
                bootstrap.ofNextPercentile(predicted, share));
    }

    private static Figure figure(String what, double before, double predicted, Interval interval) {
        return new Figure(what, before, predicted, predicted - before, interval.low(), interval.high());
    }

    private WeightedValues values(ToLongFunction<Durations> nanos) {
        return WeightedValues.of(sample.values(), nanos, Durations::weight);
    }

    /**
     * The duration of a request (ns) in the trace, and with the changes; and the number of requests for which it
     * stands.
     */
    private record Durations(long before, long predicted, double weight) {}
}
