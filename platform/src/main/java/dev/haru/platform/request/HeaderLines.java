package dev.haru.platform.request;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/**
 * Reads a header whose value is a list. Several lines of it mean the same as one line with all values (<a
 * href="https://www.rfc-editor.org/rfc/rfc9110#section-5.3">RFC 9110, section 5.3</a>).
 */
public final class HeaderLines {

    /** Spring refuses an {@code Accept} of more types. */
    private static final int MAX_TYPES = 50;

    private HeaderLines() {}

    /**
     * Whether an {@code Accept} has more types than Spring accepts. A server may ignore it (RFC 9110, section 12.5.1).
     */
    public static boolean hasTooManyTypes(@Nullable String accept) {
        return accept != null && accept.chars().filter(c -> c == ',').count() >= MAX_TYPES;
    }

    /** Returns the values of all lines in their order, separated by commas; null without the header. */
    public static @Nullable String joined(HttpHeaders headers, String name) {
        @Nullable List<String> lines = headers.get(name);
        if (lines == null || lines.isEmpty()) {
            return null;
        }
        return lines.size() == 1 ? lines.getFirst() : String.join(",", lines);
    }
}
