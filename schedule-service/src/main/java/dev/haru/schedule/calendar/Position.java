package dev.haru.schedule.calendar;

import dev.haru.platform.problem.InvalidRequest;
import dev.haru.schedule.paging.Cursor;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;

/**
 * A position in a member's calendar, just after the schedule with this start and id. A page starts after a position,
 * not after a number of rows. Schedules that are added or removed between two pages therefore neither repeat nor hide
 * another schedule.
 */
record Position(Instant startAt, UUID id) {

    /** Returns the position as an opaque cursor that is valid for this window only. */
    String toCursor(Window window) {
        return new Cursor(micros(startAt), id).toText(list(window));
    }

    /** Parses a cursor of this window; any other text is a 400 problem. */
    static Position ofCursor(String cursor, Window window) {
        return Cursor.parse(cursor, list(window))
                .map(parsed -> new Position(Instant.EPOCH.plus(parsed.key(), ChronoUnit.MICROS), parsed.id()))
                .filter(position -> CalendarTime.Validator.isWithin(position.startAt))
                .orElseThrow(Position::invalidCursor);
    }

    private static InvalidRequest invalidCursor() {
        return InvalidRequest.field("cursor", "must be the nextCursor of a page with the same from and to");
    }

    private static byte[] list(Window window) {
        return ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(micros(window.from()))
                .putLong(micros(window.to()))
                .array();
    }

    private static long micros(Instant instant) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
    }
}
