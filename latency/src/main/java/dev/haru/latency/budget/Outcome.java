package dev.haru.latency.budget;

import dev.haru.latency.budget.Budget.Statistic;
import java.util.Locale;

/**
 * A limit and the measured value, in nanoseconds. For {@link Statistic#FAILED}, both are shares.
 *
 * @param requests the number of requests
 * @param effective the number of equally sampled requests from which the value would be as precise
 */
public record Outcome(
        String route, long requests, double effective, String what, Statistic statistic, double most, double measured) {

    public boolean isKept() {
        return measured <= most;
    }

    /** Whether there are enough requests for the percentile: 20 for the 95th, 100 for the 99th. */
    public boolean isSignificant() {
        // A sum of weights is not exact.
        return Math.round(effective) >= statistic.requestsNeeded();
    }

    /** The reason why the value is no percentile. */
    public String tooFew() {
        long equal = Math.round(effective);
        return "%d requests%s are too few: %s needs %d."
                .formatted(
                        requests,
                        equal == requests ? "" : " (effective sample size %d)".formatted(equal),
                        statistic.name().toLowerCase(Locale.ROOT),
                        statistic.requestsNeeded());
    }
}
