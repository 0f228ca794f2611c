package dev.haru.schedule.calendar;

import dev.haru.platform.problem.InvalidRequest;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.UUID;
import java.util.zip.CRC32;

/**
 * A place in a member's calendar, just after the schedule with this start and id. Pages start after a position and not
 * after a number of rows, so that schedules which come and go meanwhile neither repeat nor hide another.
 */
record Position(Instant startAt, UUID id) {

    private static final int BYTES = Long.BYTES + 2 * Long.BYTES;

    /** The position as an opaque cursor that continues this window and no other. */
    String toCursor(Window window) {
        byte[] cursor = ByteBuffer.allocate(BYTES + Integer.BYTES)
                .putLong(micros(startAt))
                .putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits())
                .putInt(fingerprint(window))
                .array();
        return Base64.getUrlEncoder().withoutPadding().encodeToString(cursor);
    }

    /** Reads a cursor of this window. */
    static Position ofCursor(String cursor, Window window) {
        ByteBuffer bytes = ByteBuffer.wrap(decode(cursor));
        if (bytes.remaining() != BYTES + Integer.BYTES || bytes.getInt(BYTES) != fingerprint(window)) {
            throw unknown();
        }
        Instant startAt = Instant.EPOCH.plus(bytes.getLong(), ChronoUnit.MICROS);
        if (!CalendarTime.Validator.isWithin(startAt)) {
            throw unknown();
        }
        return new Position(startAt, new UUID(bytes.getLong(), bytes.getLong()));
    }

    private static byte[] decode(String cursor) {
        try {
            return Base64.getUrlDecoder().decode(cursor);
        } catch (IllegalArgumentException notBase64) {
            throw unknown();
        }
    }

    private static InvalidRequest unknown() {
        return InvalidRequest.field("cursor", "must be the nextCursor of a page with the same from and to");
    }

    private static int fingerprint(Window window) {
        CRC32 crc = new CRC32();
        crc.update(ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(micros(window.from()))
                .putLong(micros(window.to()))
                .flip());
        return (int) crc.getValue();
    }

    private static long micros(Instant instant) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
    }
}
