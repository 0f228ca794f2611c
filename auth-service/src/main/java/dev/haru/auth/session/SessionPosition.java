package dev.haru.auth.session;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.InvalidRequest;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.UUID;

/** A position in the list of sessions, the most recently used first. As a cursor, it is opaque to clients. */
record SessionPosition(Instant lastUsedAt, UUID id) {

    /** The position before all sessions. */
    static final SessionPosition START = new SessionPosition(Instant.parse("9999-12-31T00:00:00Z"), new UUID(-1, -1));

    private static final int BYTES = 3 * Long.BYTES;
    private static final long MAX_MICROS = ChronoUnit.MICROS.between(Instant.EPOCH, START.lastUsedAt);

    static SessionPosition of(OpenSession session) {
        return new SessionPosition(session.lastUsedAt(), session.id());
    }

    /** Parses a cursor. Throws a 400 problem for any other text. */
    static SessionPosition ofCursor(String cursor) {
        try {
            ByteBuffer bytes = ByteBuffer.wrap(Base64.getUrlDecoder().decode(cursor));
            long micros = bytes.remaining() == BYTES ? bytes.getLong() : -1;
            if (micros >= 0 && micros <= MAX_MICROS) {
                return new SessionPosition(
                        Instant.EPOCH.plus(micros, ChronoUnit.MICROS), new UUID(bytes.getLong(), bytes.getLong()));
            }
        } catch (IllegalArgumentException notBase64) {
            // The problem is the same as for other invalid text.
        }
        throw InvalidRequest.field("cursor", Message.of("field.cursor"));
    }

    String toCursor() {
        byte[] bytes = ByteBuffer.allocate(BYTES)
                .putLong(ChronoUnit.MICROS.between(Instant.EPOCH, lastUsedAt))
                .putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits())
                .array();
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
