package dev.haru.latency.profile;

import dev.haru.latency.component.Component;
import dev.haru.latency.route.Route;
import dev.haru.latency.trace.TraceId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A route over many requests; times are nanoseconds, shares are 0 to 1.
 *
 * @param requests how many there were
 * @param sampled how many of them the figures are of
 * @param incomplete how many have a span in their trace whose parent is missing
 * @param corrected how many have a span whose clock was not believed
 * @param components costliest first; their means add up to the whole's
 */
public record RouteProfile(
        Route route,
        String source,
        long requests,
        int sampled,
        long incomplete,
        long corrected,
        double failed,
        Whole whole,
        List<Line> components,
        Examples examples) {

    /** The time of the whole request. */
    public record Whole(double mean, long p50, long p95, long p99) {}

    /**
     * What one component cost.
     *
     * @param mean self time on the critical path, over all requests
     * @param share of the time of all requests
     * @param slowShare of the time of the slowest twentieth
     * @param calls how often it was called in a request, on average
     * @param failed the share of calls that failed
     */
    public record Line(
            Component component,
            double mean,
            double share,
            double slowShare,
            long p50,
            long p99,
            double calls,
            double failed) {}

    /**
     * Requests to look at.
     *
     * @param typical the one whose parts differ least from all others'
     * @param median the one that took as long as the median
     * @param p99 the one that took as long as the 99th percentile
     */
    public record Examples(Example typical, Example median, Example p99, Example slowest) {}

    /** One of them; the link is the bare id where there is nothing to open. */
    public record Example(
            TraceId trace,
            long start,
            long duration,
            @Nullable String link) {}
}
