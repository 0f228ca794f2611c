package dev.haru.schedule.calendar;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.InvalidRequest;
import dev.haru.schedule.paging.Cursor;
import io.swagger.v3.oas.annotations.media.Schema;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A page of deleted schedules, the last deletion first, with the cursor of the next page. */
record DeletedPage(
        List<Item> items,

        @Schema(description = "The cursor for the next page; null on the last page") @Nullable String nextCursor) {

    private static final byte[] LIST = "deleted schedules".getBytes(StandardCharsets.UTF_8);

    /** Higher than every change number: the first page starts here. */
    private static final long START = Long.MAX_VALUE;

    /** Builds a page of at most {@code limit} of the found schedules. A further one means that there is a next page. */
    static DeletedPage of(List<DeletedSchedule> found, int limit, ZoneId zone) {
        List<DeletedSchedule> page = found.subList(
                0,
                PageSize.of(found, limit, deleted -> deleted.schedule().plan().characters()));
        return new DeletedPage(
                page.stream().map(deleted -> Item.of(deleted, zone)).toList(),
                found.size() > page.size() ? cursorAfter(page.getLast()) : null);
    }

    /** Returns the change number before which a page starts. Throws a 400 problem for any other text. */
    static long start(@Nullable String cursor) {
        return cursor == null
                ? START
                : Cursor.parse(cursor, LIST)
                        .map(Cursor::key)
                        .orElseThrow(() -> InvalidRequest.field("cursor", Message.of("field.cursor.deleted")));
    }

    private static String cursorAfter(DeletedSchedule last) {
        return new Cursor(last.number(), last.schedule().id()).toText(LIST);
    }

    /** A deleted schedule as its member sees it. */
    @Schema(name = "DeletedSchedule")
    record Item(
            Instant deletedAt,

            @Schema(description = "The end of the time in which the schedule can be restored")
            Instant restorableUntil,

            @Schema(description = "The schedule before its deletion; `updatedAt` is the time of the deletion")
            ScheduleResponse schedule) {

        static Item of(DeletedSchedule deleted, ZoneId zone) {
            return new Item(
                    deleted.deletedAt(),
                    deleted.deletedAt().plus(DeletedScheduleStore.RETENTION),
                    ScheduleResponse.of(deleted.schedule(), zone));
        }
    }
}
