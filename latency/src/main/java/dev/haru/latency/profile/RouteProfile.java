package dev.haru.latency.profile;

import dev.haru.latency.component.Component;
import java.util.List;

/**
 * A route over many requests; times are nanoseconds, shares are 0 to 1.
 *
 * @param requests how many there were
 * @param sampled how many of them the figures are of
 * @param incomplete how many have a span in their trace whose parent is missing
 * @param corrected how many have a span whose clock was not believed
 * @param elsewhere how many more began at another service than most, because what called it is missing; they are left
 *     out
 * @param components costliest first; their means add up to the whole's
 */
public record RouteProfile(
        String route,
        String source,
        long requests,
        int sampled,
        long incomplete,
        long corrected,
        long elsewhere,
        double failedShare,
        Whole whole,
        List<Line> components,
        Examples examples) {

    /** The time of the whole request. */
    public record Whole(double meanNanos, long p50Nanos, long p95Nanos, long p99Nanos) {}

    /**
     * What one component cost.
     *
     * @param meanNanos self time on the critical path, over all requests
     * @param share of the time of all requests
     * @param slowShare of the time of the slowest twentieth
     * @param calls how often it was called in a request, on average
     * @param failedShare of the calls
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
     * Requests to look at.
     *
     * @param typical the one whose parts differ least from all others'
     * @param median the one that took as long as the median
     * @param p99 the one that took as long as the 99th percentile
     */
    public record Examples(Example typical, Example median, Example p99, Example slowest) {}

    /** One of them; the link is the bare id where there is nothing to open. */
    public record Example(String traceId, long startNanos, long durationNanos, String link) {}
}
