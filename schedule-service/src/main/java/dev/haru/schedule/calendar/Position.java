package dev.haru.schedule.calendar;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.InvalidRequest;
import dev.haru.schedule.paging.Cursor;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A position in a member's calendar, just after the schedule with this start and id. A page starts after a position,
 * not after a number of rows. Schedules that are added or removed between two pages therefore neither repeat nor hide
 * another schedule.
 *
 * @param originalStart distinguishes the occurrences of a series that start at the same time, in microseconds of the
 *     local time since 1970; null: the schedule is no occurrence of a series
 */
record Position(Instant startAt, UUID id, @Nullable Long originalStart) implements Comparable<Position> {

    private static final Comparator<Position> ORDER = Comparator.comparing(Position::startAt)
            // The order of PostgreSQL; that of Java takes the first bit as a sign.
            .thenComparing((one, other) ->
                    Long.compareUnsigned(one.id.getMostSignificantBits(), other.id.getMostSignificantBits()))
            .thenComparing((one, other) ->
                    Long.compareUnsigned(one.id.getLeastSignificantBits(), other.id.getLeastSignificantBits()))
            .thenComparing(Position::originalStart, Comparator.nullsFirst(Comparator.naturalOrder()));

    /** The position of a schedule that is no occurrence of a series. */
    Position(Instant startAt, UUID id) {
        this(startAt, id, null);
    }

    static Position of(Occurrence occurrence) {
        LocalDateTime original = occurrence.originalStart();
        return new Position(
                occurrence.startAt(),
                occurrence.schedule().id(),
                original == null ? null : micros(original.toInstant(ZoneOffset.UTC)));
    }

    /** Returns the position as an opaque cursor that is valid for this window only. */
    String toCursor(Window window) {
        return new Cursor(micros(startAt), id, originalStart).toText(list(window));
    }

    /** Parses a cursor of this window; any other text is a 400 problem. */
    static Position ofCursor(String cursor, Window window) {
        return Cursor.parse(cursor, list(window))
                .map(parsed ->
                        new Position(Instant.EPOCH.plus(parsed.key(), ChronoUnit.MICROS), parsed.id(), parsed.part()))
                .filter(position -> CalendarTime.Validator.isReachable(position.startAt))
                .orElseThrow(Position::invalidCursor);
    }

    @Override
    public int compareTo(Position other) {
        return ORDER.compare(this, other);
    }

    private static InvalidRequest invalidCursor() {
        return InvalidRequest.field("cursor", Message.of("field.cursor.window"));
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
