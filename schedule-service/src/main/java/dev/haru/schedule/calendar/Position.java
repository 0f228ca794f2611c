package dev.haru.schedule.calendar;

import dev.haru.platform.problem.InvalidRequest;
import dev.haru.schedule.paging.Cursor;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;

/**
 * A place in a member's calendar, just after the schedule with this start and id. Pages start after a position and not
 * after a number of rows, so that schedules which come and go meanwhile neither repeat nor hide another.
 */
record Position(Instant startAt, UUID id) {

    /** The position as an opaque cursor that continues this window and no other. */
    String toCursor(Window window) {
        return new Cursor(micros(startAt), id).toText(list(window));
    }

    /** Reads a cursor of this window. */
    static Position ofCursor(String cursor, Window window) {
        return Cursor.parse(cursor, list(window))
                .map(place -> new Position(Instant.EPOCH.plus(place.key(), ChronoUnit.MICROS), place.id()))
                .filter(position -> CalendarTime.Validator.isWithin(position.startAt))
                .orElseThrow(Position::unknown);
    }

    private static InvalidRequest unknown() {
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
