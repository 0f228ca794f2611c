package dev.haru.latency.diff;

import dev.haru.latency.statistics.Interval;

/**
 * What became of one figure; nanoseconds, or calls in a request.
 *
 * @param what the component, or the percentile of the whole
 * @param interval of the difference
 */
public record Change(String what, double before, double after, Interval interval, Verdict verdict) {

    public double difference() {
        return after - before;
    }

    /** Whether it is more than chance and more than the threshold. */
    public enum Verdict {
        SLOWER,
        FASTER,
        SAME
    }
}
