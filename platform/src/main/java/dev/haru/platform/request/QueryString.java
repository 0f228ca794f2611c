package dev.haru.platform.request;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Checks the query string of a URL before anything parses it. */
public final class QueryString {

    /** Tomcat's own limit; the longest list of the API has 100 ids. */
    private static final int MAX_PARAMETERS = 1000;

    private QueryString() {}

    /**
     * Whether each escape is complete, the bytes are UTF-8 without NUL, and the number of parameters is within the
     * limit.
     */
    public static boolean isReadable(@Nullable String query) {
        return query == null || (hasFewParameters(query) && isUtf8(query));
    }

    /** Whether a parameter has no name, as in {@code ?=1}. Parsers of Spring drop it, and Tomcat's parser fails. */
    public static boolean hasParameterWithoutName(@Nullable String query) {
        return query != null && (query.startsWith("=") || query.contains("&="));
    }

    private static boolean hasFewParameters(String query) {
        int parameters = 1;
        for (int at = query.indexOf('&'); at >= 0; at = query.indexOf('&', at + 1)) {
            parameters++;
        }
        return parameters <= MAX_PARAMETERS;
    }

    private static boolean isUtf8(String query) {
        int escape = query.indexOf('%');
        if (escape < 0) {
            return true;
        }
        int length = query.length();
        byte[] bytes = new byte[length - escape];
        int size = 0;
        for (int i = escape; i < length; i++) {
            char c = query.charAt(i);
            if (c == '%') {
                int octet = octet(query, i + 1);
                if (octet <= 0) {
                    return false;
                }
                bytes[size++] = (byte) octet;
                i += 2;
            } else {
                bytes[size++] = (byte) c;
            }
        }
        try {
            var _ = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, 0, size));
            return true;
        } catch (CharacterCodingException malformed) {
            return false;
        }
    }

    private static int octet(String query, int at) {
        if (at + 1 >= query.length()) {
            return -1;
        }
        int high = hex(query.charAt(at));
        int low = hex(query.charAt(at + 1));
        return high < 0 || low < 0 ? -1 : (high << 4) | low;
    }

    private static int hex(char c) {
        return c < 128 ? Character.digit(c, 16) : -1;
    }
}
