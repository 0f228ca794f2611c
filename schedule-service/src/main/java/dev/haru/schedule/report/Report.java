package dev.haru.schedule.report;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What a member's day or week looks like. Schedules count with the part that lies in it; minutes are rounded down. */
@Schema(
        description = "What a day or a week looks like. A schedule that reaches into it counts with the part inside; "
                + "minutes are whole, rounded down.")
record Report(
        @Schema(description = "The day or the ISO week, as it was asked for", example = "2026-11-21")
        String period,

        @Schema(description = "By which the days begin and end", example = "Asia/Seoul")
        String timeZone,

        @Schema(description = "Its first instant", example = "2026-11-20T15:00:00Z")
        Instant startAt,

        @Schema(description = "The first instant after it", example = "2026-11-21T15:00:00Z")
        Instant endAt,

        @Schema(description = "Schedules that reach into it", example = "3")
        int count,

        @Schema(description = "Time with at least one schedule, so what overlaps counts once", example = "150")
        int busyMinutes,

        @Schema(description = "The hours 0 to 23 of the local clock, all of them, summed over the days of a week")
        List<Hour> byHour,

        @Schema(description = "The locations that occur, by id")
        List<Place> byLocation,

        Overlaps overlaps,

        @Schema(description = "The first of the longest stretches without a schedule; null when there is none")
        @Nullable Gap longestFreeGap,

        @Schema(description = "This one less the one before it, the day before or the week before")
        Change change) {

    @Schema(name = "ReportHour")
    record Hour(
            @Schema(example = "9") int hour,

            @Schema(description = "Schedules that reach into it, on whichever of the days", example = "2")
            int count,

            @Schema(
                    description =
                            "Up to 60 for each day; up to 120 when the clock is put back and shows the hour twice, "
                                    + "0 when it is put forward and leaves the hour out",
                    example = "45")
            int busyMinutes) {}

    @Schema(name = "ReportPlace")
    record Place(
            @Schema(example = "1") int locationId,
            @Schema(example = "2") int count,

            @Schema(description = "What overlaps at the same location counts once", example = "90")
            int busyMinutes) {}

    @Schema(name = "ReportOverlaps")
    record Overlaps(
            @Schema(description = "Schedules that share some time with another one", example = "2")
            int count,

            @Schema(description = "The first ten of them, by start")
            List<UUID> scheduleIds) {}

    @Schema(name = "ReportGap")
    record Gap(
            @Schema(example = "2026-11-20T15:00:00Z") Instant startAt,
            @Schema(example = "2026-11-21T00:30:00Z") Instant endAt,
            @Schema(example = "570") int minutes) {}

    @Schema(name = "ReportChange")
    record Change(
            @Schema(example = "-1") int count,
            @Schema(example = "30") int busyMinutes) {}
}
