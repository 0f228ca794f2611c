package dev.haru.latency.statistics;

/** Within which a figure lies with the confidence asked for. */
public record Interval(double low, double high) {

    public boolean excludesZero() {
        return low > 0 || high < 0;
    }
}
