package dev.haru.schedule.calendar;

import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The request body to add or to replace a schedule. */
@EndsAfterStart
record ScheduleForm(
        @NotBlank @Size(min = 1, max = 200) @Pattern(regexp = Plan.ONE_LINE, message = Plan.ONE_LINE_MESSAGE) @Schema(example = "Dentist")
        String title,

        @NotNull @Schema(description = "The id of a location from GET /v1/locations", example = "1")
        Integer locationId,

        @NotNull @CalendarTime @Schema(example = "2026-11-23T09:30:00Z")
        Instant startAt,

        @NotNull @CalendarTime
        @Schema(description = "After startAt, by at most 366 days", example = "2026-11-23T10:15:00Z")
        Instant endAt,

        @Size(max = 2000) @Schema(example = "Bring the X-ray") @Nullable String note) {

    Plan plan() {
        return new Plan(title, locationId, startAt, endAt, note);
    }

    @Override
    public String toString() {
        return "ScheduleForm[startAt=" + startAt + ", endAt=" + endAt + "]";
    }
}
