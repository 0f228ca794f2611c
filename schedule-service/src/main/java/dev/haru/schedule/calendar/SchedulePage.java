package dev.haru.schedule.calendar;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A page of schedules, by start, with the cursor of the next page. */
record SchedulePage(
        List<ScheduleResponse> items,

        @Schema(description = "The cursor for the next page; null on the last page") @Nullable String nextCursor) {

    /**
     * Builds a page of at most {@code limit} of the found schedules. A further found schedule means that there is a
     * next page.
     */
    static SchedulePage of(List<Schedule> found, int limit, Window window) {
        List<Schedule> page = found.subList(0, Math.min(limit, found.size()));
        return new SchedulePage(
                page.stream().map(ScheduleResponse::of).toList(),
                found.size() > limit ? positionOf(page.getLast()).toCursor(window) : null);
    }

    private static Position positionOf(Schedule schedule) {
        return new Position(schedule.startAt(), schedule.id());
    }
}
