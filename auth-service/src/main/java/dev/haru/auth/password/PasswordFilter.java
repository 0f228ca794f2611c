package dev.haru.auth.password;

import java.nio.ByteBuffer;

/**
 * A set of hashes, in the format of {@code tools/breached-passwords}: the first 40 bits of each. For each value of the
 * first 16 bits, the filter has the number of hashes, as a 16-bit integer, and then the other 24 bits of all hashes,
 * sorted. It takes three bytes for each hash, and 0.4 MB. With four million hashes, it contains one other hash of
 * 260,000 by accident.
 */
final class PasswordFilter {

    /** Maximum length in bytes, for ten million hashes. */
    static final int LONGEST = 32 << 20;

    private static final int BUCKETS = 1 << Short.SIZE;
    private static final int HEADER = BUCKETS * Short.BYTES;
    private static final int ENTRY = 3;

    private final byte[] content;

    /** The position of the first hash of each bucket, and that after the last hash. */
    private final int[] starts;

    private PasswordFilter(byte[] content, int[] starts) {
        this.content = content;
        this.starts = starts;
    }

    /** Returns the filter with this content. Throws {@link IllegalArgumentException} for another content. */
    static PasswordFilter of(byte[] content) {
        if (content.length <= HEADER || content.length > LONGEST) {
            throw new IllegalArgumentException("a filter has " + HEADER + " to " + LONGEST + " bytes");
        }
        ByteBuffer counts = ByteBuffer.wrap(content, 0, HEADER);
        int[] starts = new int[BUCKETS + 1];
        for (int bucket = 0; bucket < BUCKETS; bucket++) {
            starts[bucket + 1] = starts[bucket] + Short.toUnsignedInt(counts.getShort());
        }
        PasswordFilter filter = new PasswordFilter(content, starts);
        if (HEADER + (long) ENTRY * filter.size() != content.length || !filter.isSorted()) {
            throw new IllegalArgumentException("the hashes are not those that the filter counts, in their order");
        }
        return filter;
    }

    private boolean isSorted() {
        for (int bucket = 0; bucket < BUCKETS; bucket++) {
            for (int position = starts[bucket] + 1; position < starts[bucket + 1]; position++) {
                if (entry(position - 1) >= entry(position)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** The number of hashes. */
    int size() {
        return starts[BUCKETS];
    }

    /** Returns whether the filter contains the hash, of which only the first five bytes count. */
    boolean contains(byte[] hash) {
        int bucket = Byte.toUnsignedInt(hash[0]) << Byte.SIZE | Byte.toUnsignedInt(hash[1]);
        int wanted = int24(hash, Short.BYTES);
        int low = starts[bucket];
        int high = starts[bucket + 1] - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int found = entry(middle);
            if (found == wanted) {
                return true;
            }
            if (found < wanted) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return false;
    }

    private int entry(int position) {
        return int24(content, HEADER + ENTRY * position);
    }

    private static int int24(byte[] bytes, int at) {
        return Byte.toUnsignedInt(bytes[at]) << 16
                | Byte.toUnsignedInt(bytes[at + 1]) << 8
                | Byte.toUnsignedInt(bytes[at + 2]);
    }
}
