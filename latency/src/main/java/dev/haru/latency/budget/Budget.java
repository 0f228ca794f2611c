package dev.haru.latency.budget;

import dev.haru.latency.route.Route;
import java.util.List;

/** The limits of a route. */
public record Budget(Route route, List<Limit> limits) {

    /**
     * An upper limit.
     *
     * @param what the service, kind, {@code service/kind}, or {@code total}
     * @param most nanoseconds; for {@link Statistic#FAILED} a share from 0 to 1
     */
    public record Limit(String what, Statistic statistic, double most) {}

    /** The statistic that reduces many requests to one figure. */
    public enum Statistic {
        MEAN(0),
        P50(0.5),
        P90(0.9),
        P95(0.95),
        P99(0.99),
        /** The share of requests that failed. */
        FAILED(0);

        private final double share;

        Statistic(double share) {
            this.share = share;
        }

        double share() {
            return share;
        }

        /**
         * The fewest requests in which one request exceeds the percentile. With fewer, the percentile is the maximum.
         */
        long requestsNeeded() {
            return Math.round(1 / (1 - share));
        }
    }
}
