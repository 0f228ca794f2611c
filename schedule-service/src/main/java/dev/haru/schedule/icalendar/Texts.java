package dev.haru.schedule.icalendar;

import dev.haru.platform.json.UnicodeText;
import java.util.regex.Pattern;

/** Fits texts of a file to the rules of Haru's fields. */
final class Texts {

    private static final int EXCERPT = 80;
    private static final Pattern CONTROL = Pattern.compile("[\\x00-\\x1F\\x7F-\\x9F]+");
    private static final Pattern CONTROL_IN_LINES = Pattern.compile("[\\x00-\\x08\\x0B-\\x1F\\x7F-\\x9F]+");

    private Texts() {}

    /** Replaces control characters and line breaks by spaces. */
    static String oneLine(String text) {
        return CONTROL.matcher(text).replaceAll(" ");
    }

    /** Removes the control characters other than tabs and line breaks. */
    static String lines(String text) {
        return CONTROL_IN_LINES.matcher(text).replaceAll("");
    }

    /** Returns the beginning of a value of the file for a message. */
    static String excerpt(String value) {
        return UnicodeText.truncated(oneLine(value).strip(), EXCERPT);
    }
}
