package dev.haru.latency.why;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.haru.latency.sampling.SamplingSummary;
import java.util.List;

/**
 * The services that became slower, the most likely cause first.
 *
 * @param before the number of compared requests before, or of the fast requests
 * @param after the number of compared requests after, or of the slow requests
 * @param samplingBefore how the requests before were sampled
 * @param samplingAfter how the requests after were sampled
 * @param suspects empty if nothing can be said
 * @param conclusion a sentence about the result
 */
public record Diagnosis(
        int before,
        int after,
        SamplingSummary samplingBefore,
        SamplingSummary samplingAfter,
        List<Suspect> suspects,
        String conclusion) {

    /** How the requests were sampled, in a line or one for each window; empty if all were kept for certain. */
    @JsonProperty("samplingNote")
    public String samplingNote() {
        return SamplingSummary.note(samplingBefore, samplingAfter);
    }
}
