package dev.haru.latency.live;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.haru.latency.source.DroppedSpans;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What is kept, and how current it is.
 *
 * @param version a number that changes with the requests
 * @param read when the source was last read without a problem, null if never
 * @param problem why the source cannot be read, null if it can
 * @param leftUntil traces that began until then have left because there was no room, null if none has
 * @param dropped the number of spans of the source that are in no figure, by reason
 */
public record State(
        String source,
        long version,
        @Nullable Instant read,
        @Nullable String problem,
        int traces,
        int maximumTraces,
        long bytes,
        long maximumBytes,
        @Nullable Instant leftUntil,
        DroppedSpans dropped) {

    /** The reasons for which spans were dropped, in sentences; empty if none was. */
    @JsonProperty("droppedNote")
    public String droppedNote() {
        return String.join(" ", dropped.sentences());
    }
}
