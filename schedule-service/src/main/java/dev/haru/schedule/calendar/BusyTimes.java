package dev.haru.schedule.calendar;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;

/** The intervals in which a member is busy, by start and cut to the window. They neither overlap nor touch. */
record BusyTimes(
        Instant from,
        Instant to,

        @Schema(
                description = "The member's time zone; dates in the query are days in this time zone",
                example = "Asia/Seoul")
        ZoneId timeZone,

        List<Interval> busy) {

    record Interval(
            @Schema(example = "2026-11-23T09:30:00Z") Instant startAt,
            @Schema(example = "2026-11-23T10:15:00Z") Instant endAt) {}
}
