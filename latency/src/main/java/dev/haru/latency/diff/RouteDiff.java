package dev.haru.latency.diff;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.haru.latency.diff.Change.Verdict;
import dev.haru.latency.sampling.SamplingSummary;
import dev.haru.latency.source.DroppedSpans;
import java.util.List;
import java.util.stream.Stream;

/**
 * The comparison of one route.
 *
 * @param before the number of requests before
 * @param after the number of requests after
 * @param samplingBefore how the requests before were sampled
 * @param samplingAfter how the requests after were sampled
 * @param thresholdNanos the largest change that does not count
 * @param whole mean, p50 and p95 of the requests
 * @param components the change of each component's mean, largest first; they add up to the change of the mean
 * @param calls the calls per request of the upstream services that are called more or less often
 * @param droppedBefore the number of spans before that are in no figure of any route, by reason
 * @param droppedAfter the same for the spans after
 */
public record RouteDiff(
        String route,
        long before,
        long after,
        SamplingSummary samplingBefore,
        SamplingSummary samplingAfter,
        double thresholdNanos,
        List<Change> whole,
        List<Change> components,
        List<Change> calls,
        DroppedSpans droppedBefore,
        DroppedSpans droppedAfter) {

    /** How the requests were sampled, in a line or one for each window; empty if all were kept for certain. */
    @JsonProperty("samplingNote")
    public String samplingNote() {
        return SamplingSummary.note(samplingBefore, samplingAfter);
    }

    /** Whether the route or one of its components became slower. */
    public boolean isSlower() {
        return Stream.concat(whole.stream(), components.stream())
                .anyMatch(change -> change.verdict() == Verdict.SLOWER);
    }
}
