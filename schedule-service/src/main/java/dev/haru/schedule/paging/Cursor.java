package dev.haru.schedule.paging;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * A position in a sorted list. Its text is opaque to clients and valid for this list only.
 *
 * @param key the sort key, as a number of 64 bits
 * @param id the id of the row, which distinguishes rows with the same key
 * @param part distinguishes items of the same row with the same key; null if the row is one item
 */
public record Cursor(long key, UUID id, @Nullable Long part) {

    private static final int KEY_AND_ID = 3 * Long.BYTES;

    /** The lengths in Base64 without padding. */
    private static final int CHARS = chars(KEY_AND_ID);

    private static final int CHARS_WITH_PART = chars(KEY_AND_ID + Long.BYTES);

    /** The position of a row that is one item. */
    public Cursor(long key, UUID id) {
        this(key, id, null);
    }

    /**
     * Returns the text for a client.
     *
     * @param list bytes that distinguish this list from others, such as its filter and order
     */
    public String toText(byte[] list) {
        ByteBuffer bytes = ByteBuffer.allocate(KEY_AND_ID + (part == null ? 0 : Long.BYTES) + Integer.BYTES)
                .putLong(key)
                .putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits());
        if (part != null) {
            bytes.putLong(part);
        }
        bytes.putInt(fingerprint(list));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array());
    }

    /** Parses the text of a client; empty if it is not a cursor of this list. A forged cursor may have any key. */
    public static Optional<Cursor> parse(String text, byte[] list) {
        if (text.length() != CHARS && text.length() != CHARS_WITH_PART) {
            return Optional.empty();
        }
        ByteBuffer bytes;
        try {
            bytes = ByteBuffer.wrap(Base64.getUrlDecoder().decode(text));
        } catch (IllegalArgumentException notBase64) {
            return Optional.empty();
        }
        int fingerprint = bytes.remaining() - Integer.BYTES;
        return isLength(fingerprint) && bytes.getInt(fingerprint) == fingerprint(list)
                ? Optional.of(read(bytes, fingerprint))
                : Optional.empty();
    }

    private static boolean isLength(int length) {
        return length == KEY_AND_ID || length == KEY_AND_ID + Long.BYTES;
    }

    private static Cursor read(ByteBuffer bytes, int length) {
        long key = bytes.getLong();
        UUID id = new UUID(bytes.getLong(), bytes.getLong());
        return new Cursor(key, id, length == KEY_AND_ID ? null : bytes.getLong());
    }

    private static int chars(int length) {
        return ((length + Integer.BYTES) * 4 + 2) / 3;
    }

    private static int fingerprint(byte[] list) {
        CRC32 crc = new CRC32();
        crc.update(list);
        return (int) crc.getValue();
    }
}
