package dev.haru.latency.statistics;

/** A confidence interval. */
public record Interval(double low, double high) {

    public boolean excludesZero() {
        return low > 0 || high < 0;
    }
}
