package dev.haru.schedule.calendar;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.InvalidRequest;
import dev.haru.schedule.paging.Cursor;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A search in a member's calendar.
 *
 * @param text part of the title, note, place or description, or of a name of the location; null: any
 * @param tag a whole tag; null: any
 * @param status the status; null: any
 * @param updatedSince the earliest last change
 * @param descending whether the latest start comes first
 */
record ScheduleQuery(
        Window window,
        @Nullable String text,
        @Nullable String tag,
        @Nullable String status,
        Instant updatedSince,
        boolean descending) {

    private static final UUID LOWEST_ID = new UUID(0, 0);
    private static final UUID HIGHEST_ID = new UUID(-1, -1);

    /** Returns the position at which the first page starts. A series in the window may have begun at any time. */
    Position start() {
        return descending
                ? new Position(CalendarTime.AFTER_ALL, HIGHEST_ID)
                : new Position(CalendarTime.BEFORE_ALL, LOWEST_ID);
    }

    /** Returns the position after a schedule as an opaque cursor that is valid for this search only. */
    String cursorAfter(Schedule schedule) {
        return new Cursor(ChronoUnit.MICROS.between(Instant.EPOCH, schedule.startAt()), schedule.id())
                .toText(fingerprint());
    }

    /** Parses a cursor of this search; any other text is a 400 problem. */
    Position ofCursor(String cursor) {
        return Cursor.parse(cursor, fingerprint())
                .map(parsed -> new Position(Instant.EPOCH.plus(parsed.key(), ChronoUnit.MICROS), parsed.id()))
                .filter(position -> CalendarTime.Validator.isReachable(position.startAt()))
                .orElseThrow(() -> InvalidRequest.field("cursor", Message.of("field.cursor.search")));
    }

    private byte[] fingerprint() {
        return toString().getBytes(StandardCharsets.UTF_8);
    }
}
