package dev.haru.latency.diff;

import dev.haru.latency.statistics.Interval;

/**
 * The change of one figure, in nanoseconds or in calls per request.
 *
 * @param what the component, or the statistic of the whole request
 * @param interval the confidence interval of the difference
 */
public record Change(String what, double before, double after, Interval interval, Verdict verdict) {

    public double difference() {
        return after - before;
    }

    /** SAME means that the change is within chance or within the threshold. */
    public enum Verdict {
        SLOWER,
        FASTER,
        SAME
    }
}
