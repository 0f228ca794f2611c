package dev.haru.schedule.calendar;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The optional fields of a schedule, as the column {@code details} stores them. A later version may add fields.
 *
 * @param latitude degrees north in WGS 84
 * @param longitude degrees east in WGS 84
 * @param colour {@code #RRGGBB}
 * @param status null: confirmed
 * @param transparency null: busy
 * @param reminders minutes before the start
 * @param kept content lines of the imported iCalendar component that no other field represents
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record Details(
        @Nullable String place,
        @Nullable Double latitude,
        @Nullable Double longitude,
        @Nullable String description,
        @Nullable String colour,
        List<String> tags,
        @Nullable String status,
        @Nullable String transparency,
        List<Integer> reminders,
        List<String> kept) {

    static final String TENTATIVE = "tentative";
    static final String CONFIRMED = "confirmed";
    static final String CANCELLED = "cancelled";
    static final String FREE = "free";
    static final String BUSY = "busy";

    /** No optional field. */
    public static final Details NONE =
            new Details(null, null, null, null, null, List.of(), null, null, List.of(), List.of());

    @SuppressWarnings("NullAway") // Jackson passes null for an absent list
    public Details {
        tags = tags == null ? List.of() : List.copyOf(tags);
        reminders = reminders == null ? List.of() : List.copyOf(reminders);
        kept = kept == null ? List.of() : List.copyOf(kept);
    }

    /** Whether the member is busy at the time of the schedule. */
    public boolean isBusy() {
        return !FREE.equals(transparency) && !CANCELLED.equals(status);
    }

    /** Returns the number of characters of the long texts. */
    int characters() {
        if (equals(NONE)) {
            return 0; // most schedules, and a list asks each of its items
        }
        return (place == null ? 0 : place.length())
                + (description == null ? 0 : description.length())
                + tags.stream().mapToInt(String::length).sum();
    }

    /** Returns these fields with other kept content lines. */
    Details withKept(List<String> other) {
        return new Details(
                place, latitude, longitude, description, colour, tags, status, transparency, reminders, other);
    }
}
