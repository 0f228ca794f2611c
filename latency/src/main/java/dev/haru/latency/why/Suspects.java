package dev.haru.latency.why;

import dev.haru.latency.statistics.Interval;
import dev.haru.latency.table.Figures;
import dev.haru.latency.why.Ends.End;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Ranks the services that became slower. A service is charged with the time inside it and with the slower networks of
 * which it is the charged end, see {@link Ends}. The order is that of the factor by which a typical call grew, because
 * a slow service makes other services only a little slower.
 */
final class Suspects {

    private static final int MAXIMUM = 5;

    /** A suspect adds at least this share to the mean duration of the requests that call it. */
    private static final double RELEVANT = 0.01;

    private static final double NANOS_IN_MILLI = 1e6;

    private final List<RequestVisits> before;
    private final List<RequestVisits> after;
    private final long seed;
    private final Map<Place, End> ends;
    private final Contrast<String> services;

    private Suspects(List<RequestVisits> before, List<RequestVisits> after, long seed) {
        this.before = before;
        this.after = after;
        this.seed = seed;
        this.ends = Ends.of(Contrast.of(before, after, Visit::places));
        this.services = Contrast.of(
                before,
                after,
                visit -> List.of(new Timing<>(visit.service(), visit.operation(), visit.shape(), charged(visit))));
    }

    /** The most likely cause comes first. */
    static List<Suspect> of(List<RequestVisits> before, List<RequestVisits> after, long seed) {
        return new Suspects(before, after, seed).ranked();
    }

    private List<Suspect> ranked() {
        double[] slowdowns = services.slowdowns();
        double[] excess = services.excess();
        double[] affected = services.affected();
        List<Interval> intervals = services.intervals(seed);
        Map<String, Double> durations = durations();
        return IntStream.range(0, slowdowns.length)
                .boxed()
                .filter(i -> slowdowns[i] > 0)
                .filter(i -> excess[i]
                        > RELEVANT * durations.getOrDefault(services.subjects().get(i), 0.0))
                .sorted(Comparator.comparingDouble(i -> -slowdowns[i]))
                .limit(MAXIMUM)
                .map(i -> suspect(services.subjects().get(i), slowdowns[i], excess[i], affected[i], intervals.get(i)))
                .toList();
    }

    private Suspect suspect(String service, double slowdown, double excess, double affected, Interval interval) {
        Cause cause = Cause.of(service, before, after, ends);
        String evidence = "%s: %s requests (%s) took %s ms longer on average, a typical call took %s times as long%s%s."
                .formatted(
                        cause.reason(),
                        Figures.count(Math.round(affected)),
                        Figures.percent(affected
                                / after.stream()
                                        .mapToDouble(RequestVisits::weight)
                                        .sum()),
                        Figures.millis(excess),
                        Figures.twoDecimals(Math.exp(slowdown)),
                        Attributes.concentration(service, before, after, this::charged, seed),
                        interval.low() > 0 ? "" : "; chance can explain it");
        return new Suspect(service, cause.component(), evidence, millis(interval.low()), millis(interval.high()));
    }

    /** The time (ns) of a call with which its service is charged. */
    private long charged(Visit visit) {
        return visit.nanos(place -> isCharged(visit.service(), ends.get(place)));
    }

    private static boolean isCharged(String service, @Nullable End end) {
        return end != null && end.service().equals(service);
    }

    /** The mean duration (ns) of the requests after that call each service. */
    private Map<String, Double> durations() {
        Map<String, Double> sums = new HashMap<>();
        Map<String, Double> weights = new HashMap<>();
        for (RequestVisits request : after) {
            Set<String> called = new HashSet<>();
            request.visits().forEach(visit -> called.add(visit.service()));
            for (String service : called) {
                sums.merge(service, request.weight() * request.duration(), Double::sum);
                weights.merge(service, request.weight(), Double::sum);
            }
        }
        sums.replaceAll((service, sum) -> sum / weights.getOrDefault(service, 1.0));
        return sums;
    }

    private static double millis(double nanos) {
        return Math.round(nanos / NANOS_IN_MILLI * 1_000) / 1_000.0;
    }
}
