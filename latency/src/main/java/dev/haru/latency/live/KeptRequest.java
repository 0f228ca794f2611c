package dev.haru.latency.live;

import dev.haru.latency.component.Breakdown;
import dev.haru.latency.route.Route;
import dev.haru.latency.sampling.Sampled;
import dev.haru.latency.sampling.SamplingSummary;
import dev.haru.latency.sampling.SamplingTally;
import java.util.List;

/**
 * A request of a kept trace.
 *
 * @param entryService the service at which the recorded part of the request begins
 * @param sampled how it was sampled, and so how many requests it stands for
 * @param shape a number that is equal for requests with equal calls of services
 * @param incomplete whether the trace has a span with a missing parent
 * @param corrected whether a span was moved because of clock skew
 */
public record KeptRequest(
        Route route,
        String entryService,
        Breakdown breakdown,
        Sampled sampled,
        int shape,
        boolean incomplete,
        boolean corrected) {

    /** Its start (ns since 1970). */
    public long start() {
        return breakdown.start();
    }

    /** Its duration (ns). */
    public long duration() {
        return breakdown.duration();
    }

    /** The number of requests for which it stands. */
    double weight() {
        return sampled.weight();
    }

    /** How these requests were sampled. */
    public static SamplingSummary sampling(List<KeptRequest> requests) {
        SamplingTally tally = new SamplingTally();
        requests.forEach(request -> tally.add(request.sampled));
        return tally.summary();
    }
}
