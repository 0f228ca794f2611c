package dev.haru.latency.diff;

import dev.haru.latency.diff.Change.Verdict;
import java.util.List;
import java.util.stream.Stream;

/**
 * The comparison of one route.
 *
 * @param thresholdNanos the largest change that does not count
 * @param whole mean, p50 and p95 of the requests
 * @param components the change of each component's mean, largest first; they add up to the change of the mean
 * @param calls the calls per request of the upstream services that are called more or less often
 */
public record RouteDiff(
        String route,
        long before,
        long after,
        double thresholdNanos,
        List<Change> whole,
        List<Change> components,
        List<Change> calls) {

    /** Whether the route or one of its components became slower. */
    public boolean isSlower() {
        return Stream.concat(whole.stream(), components.stream())
                .anyMatch(change -> change.verdict() == Verdict.SLOWER);
    }
}
