package dev.haru.latency.live;

import dev.haru.latency.component.Breakdown;
import dev.haru.latency.profile.Measured;
import dev.haru.latency.source.DroppedSpans;
import dev.haru.latency.statistics.Reservoir;
import dev.haru.latency.why.RequestVisits;
import java.util.List;
import java.util.Set;

/** Requests in the form in which the commands analyse them: all requests, or a uniform sample of many. */
public final class Sample {

    /** As many as {@code latency diff} compares. */
    private static final int MEASURED = 5_000;

    /** Each of these requests is built from its spans for a response, which takes some 50 µs. */
    private static final int VISITS = 1_000;

    private Sample() {}

    /** The requests of one route, at least one, measured. */
    public static Measured measured(List<KeptRequest> requests) {
        Reservoir<Breakdown> sample = new Reservoir<>(MEASURED);
        requests.forEach(request -> sample.add(request.breakdown()));
        return new Measured(
                requests.getFirst().route(),
                requests.size(),
                requests.stream().filter(KeptRequest::incomplete).count(),
                requests.stream().filter(KeptRequest::corrected).count(),
                0,
                KeptRequest.sampling(requests),
                sample.values(),
                Set.of(),
                new DroppedSpans());
    }

    /** The requests with their calls of services. */
    public static List<RequestVisits> visits(List<KeptRequest> requests, Snapshot snapshot) {
        Reservoir<KeptRequest> sample = new Reservoir<>(VISITS);
        requests.forEach(sample::add);
        return RequestVisits.of(sample.values().stream().map(snapshot::tree).toList());
    }
}
