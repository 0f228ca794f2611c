package dev.haru.platform.precondition;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The versions that a client already has, from its {@code If-None-Match} header (<a
 * href="https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2">RFC 9110, section 13.1.2</a>).
 */
public final class IfNoneMatch {

    private static final String ANY = "*";

    private IfNoneMatch() {}

    /** Whether the header is {@code *} or a list of entity tags of bounded length. */
    public static boolean isReadable(@Nullable String header) {
        return header != null && (header.equals(ANY) || EntityTags.parse(header) != null);
    }

    /** Whether the header is {@code *}, which names every entity tag. */
    static boolean isAny(@Nullable String header) {
        return ANY.equals(header);
    }

    /** Whether the header contains this entity tag, weak or strong; an unreadable header contains none. */
    public static boolean names(@Nullable String header, String tag) {
        if (header == null) {
            return false;
        }
        if (header.equals(tag) || header.equals(ANY)) {
            return true;
        }
        List<String> tags = EntityTags.parse(header);
        String current = strong(tag);
        return tags != null && tags.stream().anyMatch(other -> strong(other).equals(current));
    }

    private static String strong(String tag) {
        return tag.startsWith(EntityTags.WEAK) ? tag.substring(EntityTags.WEAK.length()) : tag;
    }
}
