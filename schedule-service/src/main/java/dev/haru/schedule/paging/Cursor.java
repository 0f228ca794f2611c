package dev.haru.schedule.paging;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.CRC32;

/**
 * A place in a sorted list, opaque to clients, that continues this list and no other.
 *
 * @param key what the list is sorted by, as a number of 64 bits
 * @param id of the row there, which tells rows with the same key apart
 */
public record Cursor(long key, UUID id) {

    private static final int PLACE = 3 * Long.BYTES;
    private static final int BYTES = PLACE + Integer.BYTES;

    /** Of Base64 without padding. */
    private static final int CHARS = (BYTES * 4 + 2) / 3;

    /**
     * As it is told to a client.
     *
     * @param list what tells this list from others, such as its filter and order
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

    /**
     * What a client has sent; empty when it is no cursor of this list. Only the key of a forged one may be anything.
     */
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
        return bytes.remaining() == BYTES && bytes.getInt(PLACE) == fingerprint(list)
                ? Optional.of(new Cursor(bytes.getLong(), new UUID(bytes.getLong(), bytes.getLong())))
                : Optional.empty();
    }

    private static int fingerprint(byte[] list) {
        CRC32 crc = new CRC32();
        crc.update(list);
        return (int) crc.getValue();
    }
}
