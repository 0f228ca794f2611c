package dev.haru.latency.profile;

import dev.haru.latency.component.Breakdown;
import dev.haru.latency.component.Breakdown.Part;
import dev.haru.latency.component.Component;
import dev.haru.latency.profile.RouteProfile.Example;
import dev.haru.latency.profile.RouteProfile.Examples;
import dev.haru.latency.profile.RouteProfile.Line;
import dev.haru.latency.profile.RouteProfile.Whole;
import dev.haru.latency.statistics.Medoid;
import dev.haru.latency.statistics.Percentiles;
import dev.haru.latency.trace.TraceId;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/** Summarises the requests of a route. */
public final class Profiler {

    private static final double SLOW = 0.95;

    private final Measured measured;
    private final List<Breakdown> byDuration;
    private final List<Breakdown> slow;

    private Profiler(Measured measured) {
        this.measured = measured;
        this.byDuration = measured.sample().stream()
                .sorted(Comparator.comparingLong(Breakdown::duration))
                .toList();
        this.slow = byDuration.subList(Percentiles.rank(byDuration.size(), SLOW), byDuration.size());
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
        long failed = byDuration.stream().filter(Breakdown::failed).count();
        return new RouteProfile(
                measured.route().toString(),
                source,
                measured.requests(),
                byDuration.size(),
                measured.incomplete(),
                measured.corrected(),
                measured.elsewhere(),
                (double) failed / byDuration.size(),
                whole(),
                lines,
                examples(link));
    }

    private Whole whole() {
        long[] sorted = measured.durations();
        return new Whole(
                mean(sorted), Percentiles.of(sorted, 0.5), Percentiles.of(sorted, SLOW), Percentiles.of(sorted, 0.99));
    }

    private Line line(Component component) {
        long[] nanos = measured.nanos(component);
        double mean = mean(nanos);
        Arrays.sort(nanos);
        long calls = 0;
        long failures = 0;
        for (Breakdown breakdown : byDuration) {
            Part part = breakdown.parts().get(component);
            if (part != null) {
                calls += part.calls();
                failures += part.failures();
            }
        }
        return new Line(
                component,
                mean,
                share(component, byDuration),
                share(component, slow),
                Percentiles.of(nanos, 0.5),
                Percentiles.of(nanos, 0.99),
                (double) calls / byDuration.size(),
                calls == 0 ? 0 : (double) failures / calls);
    }

    private Examples examples(Function<TraceId, String> link) {
        Function<Breakdown, Example> example =
                one -> new Example(one.trace().toString(), one.start(), one.duration(), link.apply(one.trace()));
        return new Examples(
                example.apply(Medoid.of(measured.sample(), Profiler::distance)),
                example.apply(byDuration.get(Percentiles.rank(byDuration.size(), 0.5))),
                example.apply(byDuration.get(Percentiles.rank(byDuration.size(), 0.99))),
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
        double all = requests.stream().mapToLong(Breakdown::duration).sum();
        double part =
                requests.stream().mapToLong(request -> request.nanos(component)).sum();
        return all == 0 ? 0 : part / all;
    }

    private static double mean(long[] nanos) {
        return Arrays.stream(nanos).average().orElse(0);
    }
}
