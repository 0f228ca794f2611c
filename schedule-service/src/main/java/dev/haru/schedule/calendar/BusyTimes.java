package dev.haru.schedule.calendar;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;

/** When a member is busy: intervals that neither overlap nor touch, by start, cut to the window. */
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
