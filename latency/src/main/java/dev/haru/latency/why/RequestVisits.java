package dev.haru.latency.why;

import dev.haru.latency.route.Request;
import dev.haru.latency.route.Route;
import dev.haru.latency.sampling.Sampled;
import dev.haru.latency.sampling.SamplingSummary;
import dev.haru.latency.sampling.SamplingTally;
import dev.haru.latency.source.TraceStore;
import dev.haru.latency.statistics.Reservoir;
import dev.haru.latency.trace.TraceTree;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A request and its calls of services.
 *
 * @param duration ns
 * @param sampled how many requests it stands for
 */
public record RequestVisits(Route route, long duration, Sampled sampled, List<Visit> visits) {

    /** With more requests, a uniform sample of this size is compared. */
    private static final int SAMPLE = 5_000;

    /** A request that is not known to be sampled. */
    RequestVisits(Route route, long duration, List<Visit> visits) {
        this(route, duration, Sampled.UNKNOWN, visits);
    }

    double weight() {
        return sampled.weight();
    }

    /** How these requests were sampled. */
    public static SamplingSummary sampling(List<RequestVisits> requests) {
        SamplingTally tally = new SamplingTally();
        requests.forEach(request -> tally.add(request.sampled()));
        return tally.summary();
    }

    /** These requests. */
    public static List<RequestVisits> of(List<Request> requests) {
        SharedValues shared = new SharedValues();
        return requests.stream().map(request -> of(request, shared)).toList();
    }

    /** A number that is equal for requests whose calls of services have equal operations and shapes. */
    public int shape() {
        return visits.stream()
                .map(visit -> List.of(visit.service(), visit.operation(), visit.shape()))
                .collect(Collectors.toMap(Function.identity(), _ -> 1, Integer::sum))
                .hashCode();
    }

    /**
     * Reads the requests of a store, or a uniform sample of them.
     *
     * @param requestsOf selects the requests of a trace
     * @param since the earliest start of a request (ns since 1970)
     */
    public static List<RequestVisits> read(
            TraceStore store, Function<TraceTree, List<Request>> requestsOf, long since) {
        Reservoir<RequestVisits> sample = new Reservoir<>(SAMPLE);
        SharedValues shared = new SharedValues();
        store.forEach(trace -> {
            for (Request request : requestsOf.apply(TraceTree.of(trace))) {
                if (request.top().start() >= since) {
                    sample.add(of(request, shared));
                }
            }
        });
        return sample.values();
    }

    private static RequestVisits of(Request request, SharedValues shared) {
        return new RequestVisits(
                request.route(),
                request.top().duration(),
                shared.of(request.sampled()),
                Visits.of(request.top(), shared));
    }
}
