package dev.haru.schedule.report;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The report on a member's day or week. A schedule counts with its part inside the period, and so does each occurrence
 * of a series. Minutes are rounded down.
 */
@Schema(
        description =
                "The report on a day or a week. A schedule counts with its part inside the period, and so does each "
                        + "occurrence of a series. Free and cancelled schedules do not count. Minutes are rounded down.")
record Report(
        @Schema(description = "The day or the ISO week of the request", example = "2026-11-21")
        String period,

        @Schema(description = "The time zone in which the days begin and end", example = "Asia/Seoul")
        String timeZone,

        @Schema(description = "The first instant of the period", example = "2026-11-20T15:00:00Z")
        Instant startAt,

        @Schema(description = "The first instant after the period", example = "2026-11-21T15:00:00Z")
        Instant endAt,

        @Schema(description = "The number of schedules that overlap the period", example = "3")
        int count,

        @Schema(
                description = "The minutes with at least one schedule; overlapping schedules count once",
                example = "150")
        int busyMinutes,

        @Schema(description = "All hours from 0 to 23 of the local clock, summed over the days of a week")
        List<Hour> byHour,

        @Schema(description = "The locations of the schedules, by id")
        List<Place> byLocation,

        Overlaps overlaps,

        @Schema(description = "The first of the longest intervals without a schedule; null if no such interval exists")
        @Nullable Gap longestFreeGap,

        @Schema(description = "The difference to the day or the week before")
        Change change) {

    @Schema(name = "ReportHour")
    record Hour(
            @Schema(example = "9") int hour,

            @Schema(description = "The number of schedules that overlap the hour, on any of the days", example = "2")
            int count,

            @Schema(
                    description = "Up to 60 for each day. A clock change can repeat the hour (up to 120) or skip the "
                            + "hour (0).",
                    example = "45")
            int busyMinutes) {}

    @Schema(name = "ReportPlace")
    record Place(
            @Schema(example = "1") int locationId,
            @Schema(example = "2") int count,

            @Schema(description = "The minutes with at least one schedule at the location", example = "90")
            int busyMinutes) {}

    @Schema(name = "ReportOverlaps")
    record Overlaps(
            @Schema(description = "The number of schedules that overlap another schedule", example = "2")
            int count,

            @Schema(description = "The first ten of these schedules, by start; a series appears once")
            List<UUID> scheduleIds) {}

    @Schema(name = "ReportGap")
    record Gap(
            @Schema(example = "2026-11-20T15:00:00Z") Instant startAt,
            @Schema(example = "2026-11-21T00:30:00Z") Instant endAt,
            @Schema(example = "570") int minutes) {}

    @Schema(name = "ReportChange")
    record Change(
            @Schema(minimum = "-2147483648", example = "-1") int count,
            @Schema(minimum = "-527040", example = "30") int busyMinutes) {}
}
