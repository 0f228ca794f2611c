package dev.haru.schedule.calendar;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.CRC32;

/**
 * A position in the changes of a member's schedules (<a href="https://www.rfc-editor.org/rfc/rfc6578">RFC 6578</a>). A
 * client that has read up to a position knows the state of all schedules whose last change is at or before it.
 *
 * @param number the change number of the last change that the client has read
 * @param id the schedule of this change; it orders the schedules without a change number
 * @param start the last change number when the client began to read all schedules; 0 after a complete read
 */
record SyncToken(long number, UUID id, long start) {

    /** The position before all schedules. */
    static final SyncToken BEGINNING = new SyncToken(0, new UUID(0, 0), Long.MAX_VALUE);

    /** The position after all schedules with a change number. */
    static final UUID HIGHEST_ID = new UUID(-1, -1);

    private static final int FINGERPRINT_OFFSET = 4 * Long.BYTES;
    private static final int BYTES = FINGERPRINT_OFFSET + Integer.BYTES;
    private static final int CHARS = BYTES * 4 / 3;

    /** Returns the position of a client that knows all changes up to a number. */
    static SyncToken after(long number) {
        return new SyncToken(number, HIGHEST_ID, 0);
    }

    /**
     * Returns the number of the last deletion that is irrelevant to the client, because the client has read it or began
     * to read after it.
     */
    long deletionsAfter() {
        return Math.max(number, start);
    }

    /** Returns the highest change number of the database whose rows the client has read. */
    long seen() {
        return isBeginning() ? 0 : deletionsAfter();
    }

    /** Whether the client knows all changes up to the last number of the member. */
    boolean isAfter(long lastNumber) {
        return lastNumber < number || (lastNumber == number && id.equals(HIGHEST_ID));
    }

    boolean isBeginning() {
        return start == BEGINNING.start;
    }

    /** Returns the token as an opaque text that is valid for this member only. */
    String toText(UUID memberId) {
        byte[] bytes = ByteBuffer.allocate(BYTES)
                .putLong(number)
                .putLong(start)
                .putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits())
                .putInt(fingerprint(memberId))
                .array();
        return Base64.getUrlEncoder().encodeToString(bytes);
    }

    /** Parses the text of a client; empty if it is not a token of this member. A forged token may have any number. */
    static Optional<SyncToken> parse(String text, UUID memberId) {
        if (text.length() != CHARS) {
            return Optional.empty();
        }
        ByteBuffer bytes;
        try {
            bytes = ByteBuffer.wrap(Base64.getUrlDecoder().decode(text));
        } catch (IllegalArgumentException notBase64) {
            return Optional.empty();
        }
        return bytes.remaining() == BYTES && bytes.getInt(FINGERPRINT_OFFSET) == fingerprint(memberId)
                ? Optional.of(read(bytes)).filter(token -> token.number >= 0 && token.start >= 0)
                : Optional.empty();
    }

    private static SyncToken read(ByteBuffer bytes) {
        long number = bytes.getLong();
        long start = bytes.getLong();
        return new SyncToken(number, new UUID(bytes.getLong(), bytes.getLong()), start);
    }

    private static int fingerprint(UUID memberId) {
        CRC32 crc = new CRC32();
        crc.update(ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(memberId.getMostSignificantBits())
                .putLong(memberId.getLeastSignificantBits())
                .flip());
        return (int) crc.getValue();
    }
}
