package dev.haru.latency.profile;

import dev.haru.latency.component.Breakdown;
import dev.haru.latency.component.Component;
import dev.haru.latency.profile.RouteProfile.Example;
import dev.haru.latency.profile.RouteProfile.Examples;
import dev.haru.latency.profile.RouteProfile.Line;
import dev.haru.latency.profile.RouteProfile.Whole;
import dev.haru.latency.statistics.Distribution;
import dev.haru.latency.statistics.Medoid;
import dev.haru.latency.statistics.WeightedValues;
import dev.haru.latency.trace.TraceId;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * Summarises the requests of a route.
 *
 * <p>Longer than 120 lines because it computes every figure of a profile.
 */
public final class Profiler {

    private static final double SLOW = 0.95;

    private final Measured measured;
    private final List<Breakdown> byDuration;
    private final Distribution durations;
    private final List<Breakdown> slow;

    private Profiler(Measured measured) {
        this.measured = measured;
        this.byDuration = measured.sample().stream()
                .sorted(Comparator.comparingLong(Breakdown::duration))
                .toList();
        this.durations = Distribution.of(WeightedValues.of(byDuration, Breakdown::duration, Breakdown::weight));
        this.slow = byDuration.subList(durations.rank(SLOW), byDuration.size());
    }

    /** Summarises at least one request. {@code link} returns the URL of a trace. */
    public static RouteProfile of(Measured measured, String source, Function<TraceId, String> link) {
        return new Profiler(measured).profile(source, link);
    }

    private RouteProfile profile(String source, Function<TraceId, String> link) {
        List<Line> lines = measured.components().stream()
                .map(this::line)
                .sorted(Comparator.comparingDouble(Line::meanNanos)
                        .reversed()
                        .thenComparing(line -> line.component().toString()))
                .toList();
        return new RouteProfile(
                measured.route().toString(),
                source,
                measured.requests(),
                measured.sampling(),
                byDuration.size(),
                measured.incomplete(),
                measured.corrected(),
                measured.elsewhere(),
                mean(request -> request.failed() ? 1 : 0),
                whole(),
                lines,
                examples(link),
                measured.dropped());
    }

    private Whole whole() {
        return new Whole(
                mean(Breakdown::duration),
                durations.percentile(0.5),
                durations.percentile(SLOW),
                durations.percentile(0.99));
    }

    private Line line(Component component) {
        WeightedValues nanos = measured.values(request -> request.nanos(component));
        Distribution distribution = Distribution.of(nanos);
        double calls = mean(request -> request.part(component).calls());
        return new Line(
                component,
                nanos.mean(),
                share(component, byDuration),
                share(component, slow),
                distribution.percentile(0.5),
                distribution.percentile(0.99),
                calls,
                calls == 0 ? 0 : mean(request -> request.part(component).failures()) / calls);
    }

    private Examples examples(Function<TraceId, String> link) {
        Function<Breakdown, Example> example =
                one -> new Example(one.trace().toString(), one.start(), one.duration(), link.apply(one.trace()));
        return new Examples(
                example.apply(Medoid.of(measured.sample(), Profiler::distance, Breakdown::weight)),
                example.apply(byDuration.get(durations.rank(0.5))),
                example.apply(byDuration.get(durations.rank(0.99))),
                example.apply(byDuration.getLast()));
    }

    /** The sum of the differences of all components of two requests (ns). */
    private static double distance(Breakdown one, Breakdown other) {
        double sum = 0;
        for (Component component : one.parts().keySet()) {
            sum += Math.abs(one.nanos(component) - other.nanos(component));
        }
        for (Component component : other.parts().keySet()) {
            sum += one.parts().containsKey(component) ? 0 : other.nanos(component);
        }
        return sum;
    }

    private static double share(Component component, List<Breakdown> requests) {
        double all = 0;
        double part = 0;
        for (Breakdown request : requests) {
            all += request.weight() * request.duration();
            part += request.weight() * request.nanos(component);
        }
        return all == 0 ? 0 : part / all;
    }

    private double mean(ToLongFunction<Breakdown> figure) {
        return measured.values(figure).mean();
    }
}
