package dev.haru.latency.diff;

import dev.haru.latency.diff.Change.Verdict;
import java.util.List;
import java.util.stream.Stream;

/**
 * One route before and after.
 *
 * @param thresholdNanos what a change must exceed
 * @param whole mean, p50 and p95 of the requests
 * @param components the mean of each, largest change first; these add up to the change of the whole's mean
 * @param calls calls in a request, of the neighbours that are called more or less often
 */
public record RouteDiff(
        String route,
        long before,
        long after,
        double thresholdNanos,
        List<Change> whole,
        List<Change> components,
        List<Change> calls) {

    /** Whether a part of it, or all, became slower. */
    public boolean isSlower() {
        return Stream.concat(whole.stream(), components.stream())
                .anyMatch(change -> change.verdict() == Verdict.SLOWER);
    }
}
