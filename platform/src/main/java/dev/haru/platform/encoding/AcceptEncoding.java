package dev.haru.platform.encoding;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The content codings that a client accepts, from its {@code Accept-Encoding} header (<a
 * href="https://www.rfc-editor.org/rfc/rfc9110#section-12.5.3">RFC 9110, section 12.5.3</a>).
 */
public final class AcceptEncoding {

    /** The maximum length of the header. No browser sends a longer header, and parsing costs time. */
    private static final int LONGEST = 200;

    private AcceptEncoding() {}

    /** Whether the header lists gzip or {@code *} with a weight above 0. */
    public static boolean includesGzip(@Nullable String header) {
        if (header == null || header.equals("identity") || header.length() > LONGEST) {
            return false;
        }
        boolean any = false;
        for (String coding : header.toLowerCase(Locale.ROOT).split(",", -1)) {
            int semicolon = coding.indexOf(';');
            String name = (semicolon < 0 ? coding : coding.substring(0, semicolon)).strip();
            boolean wanted = semicolon < 0 || !coding.substring(semicolon).matches(";\\s*q=0(\\.0*)?\\s*");
            if (name.equals("gzip") || name.equals("x-gzip")) {
                return wanted;
            }
            any |= name.equals("*") && wanted;
        }
        return any;
    }
}
