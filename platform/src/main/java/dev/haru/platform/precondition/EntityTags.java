package dev.haru.platform.precondition;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Parses a list of entity tags in one pass (<a href="https://www.rfc-editor.org/rfc/rfc9110#section-8.8.3">RFC 9110,
 * section 8.8.3</a>).
 */
final class EntityTags {

    static final String WEAK = "W/";

    /**
     * The maximum length of a header in characters. A cache that stores several versions of a page sends all their
     * tags, of about 40 characters each.
     */
    private static final int LONGEST = 2048;

    private EntityTags() {}

    /**
     * The tags with their quotes and {@code W/}; null if the header is malformed, has no tag or is too long. Empty
     * elements of the list count as absent (RFC 9110, section 5.6.1.2).
     */
    static @Nullable List<String> parse(String header) {
        int length = header.length();
        if (length > LONGEST) {
            return null;
        }
        List<String> tags = new ArrayList<>(1);
        boolean expected = true;
        for (int i = 0; i < length; ) {
            char c = header.charAt(i);
            if (c == ' ' || c == '\t') {
                i++;
            } else if (c == ',') {
                expected = true;
                i++;
            } else {
                int end = expected ? end(header, i) : -1;
                if (end < 0) {
                    return null;
                }
                tags.add(header.substring(i, end));
                expected = false;
                i = end;
            }
        }
        return tags.isEmpty() ? null : tags;
    }

    /** The index after the tag that starts here; -1 if the tag is malformed. */
    private static int end(String header, int start) {
        int quote = header.startsWith(WEAK, start) ? start + WEAK.length() : start;
        if (quote >= header.length() || header.charAt(quote) != '"') {
            return -1;
        }
        for (int i = quote + 1; i < header.length(); i++) {
            char c = header.charAt(i);
            if (c == '"') {
                return i + 1;
            }
            if (c <= ' ' || c == 127 || c > 255) {
                return -1;
            }
        }
        return -1;
    }
}
