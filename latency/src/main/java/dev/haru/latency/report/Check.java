package dev.haru.latency.report;

/**
 * The comparison of one figure of a route with its limit, or with the figure before.
 *
 * @param name the component, or the statistic of the whole request
 * @param nanos the measured time in nanoseconds; 0 if the figure is not a time
 * @param evidence the figures in one line
 * @param sampling how the requests were sampled; empty if all were kept for certain
 * @param details further lines of evidence for a failed check
 */
public record Check(
        String route, String name, double nanos, Result result, String evidence, String sampling, String details) {

    /** SKIPPED means that there are too few requests for the figure, or none. */
    public enum Result {
        PASSED,
        FAILED,
        SKIPPED
    }

    boolean isFailed() {
        return result == Result.FAILED;
    }
}
