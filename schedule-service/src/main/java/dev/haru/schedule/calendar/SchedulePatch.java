package dev.haru.schedule.calendar;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.haru.platform.json.PatchOf;
import dev.haru.platform.problem.ReadOnlyFields;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A merge patch of a schedule. {@link ScheduleForm} has the rules of the result.
 *
 * <p>Longer than 120 lines because each of its fields carries its description.
 */
@PatchOf(ScheduleForm.class)
@JsonInclude(JsonInclude.Include.NON_NULL)
record SchedulePatch(
        @Schema(
                implementation = String.class,
                minLength = 1,
                maxLength = 200,
                pattern = Plan.ONE_LINE,
                example = "Dentist")
        @Nullable JsonNode title,

        @Schema(
                implementation = Integer.class,
                description = "The id of a location from GET /v1/locations",
                example = "1")
        @Nullable JsonNode locationId,

        @Schema(implementation = Instant.class, description = FieldTexts.INSTANT, example = "2026-11-23T09:30:00Z")
        @Nullable JsonNode startAt,

        @Schema(
                implementation = Instant.class,
                description = "After startAt, by at most 366 days. " + FieldTexts.INSTANT,
                example = "2026-11-23T10:15:00Z")
        @Nullable JsonNode endAt,

        @Schema(
                implementation = String.class,
                types = {"string", "null"},
                maxLength = 2000,
                description = "null removes the note",
                example = "Bring the X-ray")
        @Nullable JsonNode note,

        @Schema(
                implementation = String.class,
                types = {"string", "null"},
                maxLength = TimeFields.LONGEST_LOCAL,
                description = FieldTexts.LOCAL_START)
        @Nullable JsonNode localStart,

        @Schema(
                implementation = String.class,
                types = {"string", "null"},
                maxLength = TimeFields.LONGEST_LOCAL,
                description = "The local end: after localStart, by at most 366 days")
        @Nullable JsonNode localEnd,

        @Schema(
                implementation = String.class,
                types = {"string", "null"},
                maxLength = 50,
                description = "null removes the time zone. " + FieldTexts.TIME_ZONE)
        @Nullable JsonNode timeZone,

        @Schema(
                implementation = String.class,
                types = {"string", "null"},
                maxLength = TimeFields.LONGEST_DATE,
                description = FieldTexts.START_DATE)
        @Nullable JsonNode startDate,

        @Schema(
                implementation = String.class,
                types = {"string", "null"},
                maxLength = TimeFields.LONGEST_DATE,
                description = "The day after the last day: after startDate, by at most 366 days")
        @Nullable JsonNode endDate,

        @Schema(
                implementation = RecurrenceForm.class,
                types = {"object", "null"},
                description =
                        "Changes the given members of the recurrence; a list replaces the whole list. null ends the "
                                + "recurrence")
        @Nullable JsonNode recurrence,

        @Schema(
                implementation = String.class,
                types = {"string", "null"},
                maxLength = 200,
                description = "null removes the place")
        @Nullable JsonNode place,

        @Schema(
                implementation = Double.class,
                types = {"number", "null"},
                minimum = "-90",
                maximum = "90",
                description = "Degrees north in WGS 84; null removes it")
        @Nullable JsonNode latitude,

        @Schema(
                implementation = Double.class,
                types = {"number", "null"},
                minimum = "-180",
                maximum = "180",
                description = "Degrees east in WGS 84; null removes it")
        @Nullable JsonNode longitude,

        @Schema(
                implementation = String.class,
                types = {"string", "null"},
                maxLength = 8000,
                description = "null removes the description")
        @Nullable JsonNode description,

        @Schema(
                implementation = String.class,
                types = {"string", "null"},
                maxLength = 7,
                pattern = FieldTexts.COLOUR,
                description = "null removes the colour")
        @Nullable JsonNode colour,

        @Schema(
                implementation = String[].class,
                types = {"array", "null"},
                description = "At most 20 of 50 characters each; null removes them")
        @Nullable JsonNode tags,

        @Schema(
                implementation = String.class,
                types = {"string", "null"},
                allowableValues = {Details.TENTATIVE, Details.CONFIRMED, Details.CANCELLED},
                description = FieldTexts.STATUS)
        @Nullable JsonNode status,

        @Schema(
                implementation = String.class,
                types = {"string", "null"},
                allowableValues = {Details.FREE, Details.BUSY},
                description = FieldTexts.TRANSPARENCY)
        @Nullable JsonNode transparency,

        @Schema(
                implementation = Integer[].class,
                types = {"array", "null"},
                description = FieldTexts.REMINDERS)
        @Nullable JsonNode reminders,

        @Schema(
                implementation = UUID.class,
                accessMode = Schema.AccessMode.READ_ONLY,
                description = ReadOnlyFields.DESCRIPTION)
        @Nullable JsonNode scheduleId,

        @Schema(
                implementation = Instant.class,
                accessMode = Schema.AccessMode.READ_ONLY,
                description = ReadOnlyFields.DESCRIPTION)
        @Nullable JsonNode createdAt,

        @Schema(
                implementation = Instant.class,
                accessMode = Schema.AccessMode.READ_ONLY,
                description = ReadOnlyFields.DESCRIPTION)
        @Nullable JsonNode updatedAt,

        @Schema(
                implementation = String.class,
                maxLength = 20,
                accessMode = Schema.AccessMode.READ_ONLY,
                description = ReadOnlyFields.DESCRIPTION)
        @Nullable JsonNode version,

        @Schema(
                implementation = UUID[].class,
                types = {"array", "null"},
                accessMode = Schema.AccessMode.READ_ONLY,
                description = FieldTexts.OVERLAPS)
        @Nullable JsonNode overlaps,

        @Schema(
                implementation = ScheduleForm[].class,
                types = {"array", "null"},
                accessMode = Schema.AccessMode.READ_ONLY,
                description = FieldTexts.EXCEPTIONS)
        @Nullable JsonNode exceptions,

        @Schema(
                implementation = OccurrenceReference.class,
                accessMode = Schema.AccessMode.READ_ONLY,
                description = ReadOnlyFields.DESCRIPTION)
        @Nullable JsonNode occurrence) {

    /** Returns the form of the time that the patch gives; empty if it gives none. */
    Optional<TimeForm> timeForm() {
        if (isGiven(startDate) || isGiven(endDate)) {
            return Optional.of(TimeForm.DATES);
        }
        if (isGiven(localStart) || isGiven(localEnd) || isGiven(timeZone)) {
            return Optional.of(TimeForm.ZONED);
        }
        return isGiven(startAt) || isGiven(endAt) ? Optional.of(TimeForm.INSTANT) : Optional.empty();
    }

    private static boolean isGiven(@Nullable JsonNode value) {
        return value != null && !value.isNull();
    }
}
