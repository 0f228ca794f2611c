package dev.haru.schedule.paging;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.CRC32;

/**
 * A position in a sorted list. Its text is opaque to clients and valid for this list only.
 *
 * @param key the sort key, as a number of 64 bits
 * @param id the id of the row, which distinguishes rows with the same key
 */
public record Cursor(long key, UUID id) {

    private static final int FINGERPRINT_OFFSET = 3 * Long.BYTES;
    private static final int BYTES = FINGERPRINT_OFFSET + Integer.BYTES;

    /** The length in Base64 without padding. */
    private static final int CHARS = (BYTES * 4 + 2) / 3;

    /**
     * Returns the text for a client.
     *
     * @param list bytes that distinguish this list from others, such as its filter and order
     */
    public String toText(byte[] list) {
        byte[] bytes = ByteBuffer.allocate(BYTES)
                .putLong(key)
                .putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits())
                .putInt(fingerprint(list))
                .array();
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** Parses the text of a client; empty if it is not a cursor of this list. A forged cursor may have any key. */
    public static Optional<Cursor> parse(String text, byte[] list) {
        if (text.length() != CHARS) {
            return Optional.empty();
        }
        ByteBuffer bytes;
        try {
            bytes = ByteBuffer.wrap(Base64.getUrlDecoder().decode(text));
        } catch (IllegalArgumentException notBase64) {
            return Optional.empty();
        }
        return bytes.remaining() == BYTES && bytes.getInt(FINGERPRINT_OFFSET) == fingerprint(list)
                ? Optional.of(new Cursor(bytes.getLong(), new UUID(bytes.getLong(), bytes.getLong())))
                : Optional.empty();
    }

    private static int fingerprint(byte[] list) {
        CRC32 crc = new CRC32();
        crc.update(list);
        return (int) crc.getValue();
    }
}
