package dev.haru.schedule.calendar;

import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What a client sends to make or to replace a schedule. */
@EndsAfterStart
record ScheduleForm(
        @NotBlank @Size(min = 1, max = 200) @Pattern(regexp = ONE_LINE, message = ONE_LINE_MESSAGE) @Schema(example = "Dentist")
        String title,

        @NotNull @Schema(description = "One of GET /v1/locations", example = "1")
        Integer locationId,

        @NotNull @CalendarTime @Schema(example = "2026-11-23T09:30:00Z")
        Instant startAt,

        @NotNull @CalendarTime
        @Schema(description = "After startAt, by at most 366 days", example = "2026-11-23T10:15:00Z")
        Instant endAt,

        @Size(max = 2000) @Schema(example = "Bring the X-ray") @Nullable String note) {

    /**
     * No control characters, which are U+0000 to U+001F and U+007F to U+009F, as every reader of a document knows them.
     */
    static final String ONE_LINE = "^[^\\x00-\\x1F\\x7F-\\x9F]*$";

    static final String ONE_LINE_MESSAGE = "must not contain control characters";

    Plan plan() {
        return new Plan(title, locationId, startAt, endAt, note);
    }

    @Override
    public String toString() {
        return "ScheduleForm[startAt=" + startAt + ", endAt=" + endAt + "]";
    }
}
