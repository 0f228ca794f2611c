package dev.haru.latency.text;

import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Removes what must not reach a terminal: characters that control it, such as escape sequences, and credentials. Names
 * in traces, messages of servers and paths of files may contain control characters.
 */
public final class Printable {

    private static final int FIRST_PRINTABLE = 0x20;
    private static final int DELETE = 0x7f;

    /** The control characters of ASCII and ISO 6429, format characters such as those of text direction, line breaks. */
    private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]");

    private static final Pattern CONTROL_WITHOUT_LINE_BREAK =
            Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}&&[^\\r\\n]]");

    private static final Pattern CONTROL_BEYOND_ASCII =
            Pattern.compile("[\\x7f\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}&&[^\\x00-\\x1f]]");

    private static final Pattern CREDENTIALS = Pattern.compile("(?<=//)\\S*@");

    private Printable() {}

    /** The text on one line: a space for each control character. */
    public static String line(String text) {
        return isPlain(text) ? text : CONTROL.matcher(text).replaceAll(" ");
    }

    /** The text with its line breaks: a space for each other control character. */
    public static String lines(String text) {
        return CONTROL_WITHOUT_LINE_BREAK.matcher(text).replaceAll(" ");
    }

    /** The text with three asterisks in the place of the credentials of a URL. */
    public static String withoutCredentials(String text) {
        return CREDENTIALS.matcher(text).replaceAll("***@");
    }

    /**
     * JSON with the same values: an escape sequence of JSON for each control character, two for a character beyond
     * U+FFFF.
     */
    public static String json(String json) {
        return CONTROL_BEYOND_ASCII
                .matcher(json)
                .replaceAll(found -> found.group()
                        .chars()
                        .mapToObj(unit -> "\\\\u%04x".formatted(unit))
                        .collect(Collectors.joining()));
    }

    /** Most texts are plain, which a loop finds without a matcher. */
    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            char next = text.charAt(i);
            if (next < FIRST_PRINTABLE || next >= DELETE) {
                return false;
            }
        }
        return true;
    }
}
