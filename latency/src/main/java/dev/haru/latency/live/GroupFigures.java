package dev.haru.latency.live;

import dev.haru.latency.statistics.Distribution;
import dev.haru.latency.statistics.WeightedValues;
import java.util.List;
import java.util.Optional;

/**
 * The figures of a group of requests, weighted by their sampling. Times are in nanoseconds, shares from 0 to 1.
 *
 * @param name the route, or another name of the group
 * @param represented the number of requests for which they stand
 */
public record GroupFigures(
        String name,
        int requests,
        double represented,
        double failedShare,
        double meanNanos,
        long p50Nanos,
        long p95Nanos,
        long p99Nanos) {

    private static final double[] SHARES = {0.5, 0.95, 0.99};

    /** The time of all represented requests. */
    double totalNanos() {
        return meanNanos * represented;
    }

    /** The figures of these requests. Empty if there is none. */
    static Optional<GroupFigures> of(String name, List<KeptRequest> requests) {
        if (requests.isEmpty()) {
            return Optional.empty();
        }
        WeightedValues durations = WeightedValues.of(requests, KeptRequest::duration, KeptRequest::weight);
        Distribution distribution = Distribution.of(durations);
        double all = requests.stream().mapToDouble(KeptRequest::weight).sum();
        double failed = requests.stream()
                .filter(request -> request.breakdown().failed())
                .mapToDouble(KeptRequest::weight)
                .sum();
        return Optional.of(new GroupFigures(
                name,
                requests.size(),
                all,
                failed / all,
                durations.mean(),
                distribution.percentile(SHARES[0]),
                distribution.percentile(SHARES[1]),
                distribution.percentile(SHARES[2])));
    }
}
