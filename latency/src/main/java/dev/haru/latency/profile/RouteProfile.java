package dev.haru.latency.profile;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.haru.latency.component.Component;
import dev.haru.latency.sampling.SamplingSummary;
import dev.haru.latency.source.DroppedSpans;
import java.util.List;

/**
 * A summary of many requests of a route. Times are in nanoseconds, shares from 0 to 1.
 *
 * @param requests the number of requests
 * @param sampling how they were sampled before the tool read them
 * @param sampled the number of requests from which the figures are computed
 * @param incomplete the number of requests whose trace has a span with a missing parent
 * @param corrected the number of requests with a span that was moved because of clock skew
 * @param elsewhere the number of ignored requests: they begin at another service than most, because the spans of the
 *     calling service are missing
 * @param components most expensive first; their means add up to the mean of the whole
 * @param dropped the number of spans of the source that are in no figure of any route, by reason
 */
public record RouteProfile(
        String route,
        String source,
        long requests,
        SamplingSummary sampling,
        int sampled,
        long incomplete,
        long corrected,
        long elsewhere,
        double failedShare,
        Whole whole,
        List<Line> components,
        Examples examples,
        DroppedSpans dropped) {

    /** How the requests were sampled, in a line; empty if all were kept for certain. */
    @JsonProperty("samplingNote")
    public String samplingNote() {
        return sampling.note();
    }

    /** The time of the whole request. */
    public record Whole(double meanNanos, long p50Nanos, long p95Nanos, long p99Nanos) {}

    /**
     * The cost of one component.
     *
     * @param meanNanos the self time on the critical path, over all requests
     * @param share the share of the time of all requests
     * @param slowShare the share of the time of the slowest 5 %
     * @param calls the mean number of calls in a request
     * @param failedShare the share of failed calls
     */
    public record Line(
            Component component,
            double meanNanos,
            double share,
            double slowShare,
            long p50Nanos,
            long p99Nanos,
            double calls,
            double failedShare) {}

    /**
     * Example requests.
     *
     * @param typical the request whose parts differ least from all others
     * @param median the request with the median duration
     * @param p99 the request with the 99th percentile of the duration
     */
    public record Examples(Example typical, Example median, Example p99, Example slowest) {}

    /** An example request. The link is the trace id if no viewer is known. */
    public record Example(String traceId, long startNanos, long durationNanos, String link) {}
}
