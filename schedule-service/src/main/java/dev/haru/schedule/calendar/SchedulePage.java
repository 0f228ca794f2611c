package dev.haru.schedule.calendar;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** A page of schedules, by start, with the cursor of the next page. */
record SchedulePage(
        List<ScheduleResponse> items,

        @Schema(description = "The cursor for the next page; null on the last page") @Nullable String nextCursor) {

    /**
     * Builds a page of at most {@code limit} of the found schedules, less if they are large. A further found schedule
     * means that there is a next page.
     */
    static SchedulePage of(List<Occurrence> found, int limit, Window window) {
        return of(
                found,
                limit,
                ScheduleResponse::of,
                Occurrence::characters,
                occurrence -> Position.of(occurrence).toCursor(window));
    }

    /** Builds a page with another form of items and cursor. */
    static <T> SchedulePage of(
            List<T> found,
            int limit,
            Function<T, ScheduleResponse> response,
            ToIntFunction<T> characters,
            Function<T, String> cursorAfter) {
        List<T> page = found.subList(0, PageSize.of(found, limit, characters));
        return new SchedulePage(
                page.stream().map(response).toList(),
                found.size() > page.size() ? cursorAfter.apply(page.getLast()) : null);
    }
}
