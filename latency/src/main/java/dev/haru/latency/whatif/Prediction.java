package dev.haru.latency.whatif;

import dev.haru.latency.sampling.SamplingSummary;
import java.util.List;

/**
 * The predicted latency of a route. Times are in nanoseconds.
 *
 * @param requests the number of requests
 * @param sampled the number of requests from which the figures are computed
 * @param affected the number of requests whose duration changes
 * @param sampling how the requests were sampled; the figures are weighted by it
 * @param changes the supposed changes, in the given order
 * @param figures mean, p50, p95 and p99
 */
public record Prediction(
        String route,
        String source,
        long requests,
        int sampled,
        long affected,
        SamplingSummary sampling,
        List<ChangedComponents> changes,
        List<Figure> figures) {

    /**
     * A supposed change.
     *
     * @param components the components that its name stands for
     * @param requests the number of requests that wait for one of them
     */
    public record ChangedComponents(String change, List<String> components, long requests) {}

    /**
     * A statistic of the durations.
     *
     * @param lowNanos the lower end of the prediction interval of 95 % for as many further requests
     * @param highNanos its upper end
     */
    public record Figure(
            String what,
            double beforeNanos,
            double predictedNanos,
            double changeNanos,
            double lowNanos,
            double highNanos) {}
}
