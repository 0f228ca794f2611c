package dev.haru.schedule.icalendar;

import com.github.mangstadt.vinnie.io.VObjectPropertyValues;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A property of a component as one content line (<a href="https://www.rfc-editor.org/rfc/rfc5545#section-3.1">RFC 5545,
 * section 3.1</a>).
 *
 * @param name the name in capital letters
 * @param parameters the values of each parameter by its name in capital letters, in their order; empty for the values
 *     without a name that older programs write
 * @param value the value as it stands in the file, so that a copy equals the original
 */
record ContentLine(String name, Map<String, List<String>> parameters, String value) {

    /** The form of names (iana-token and x-name in RFC 5545, section 3.1). */
    private static final Pattern NAME = Pattern.compile("[A-Z0-9-]+");

    static ContentLine of(String name, String value) {
        return new ContentLine(name, Map.of(), value);
    }

    /** Returns a line whose value has the type TEXT (RFC 5545, section 3.3.11). */
    static ContentLine ofText(String name, String text) {
        return of(name, escape(text));
    }

    /** Returns a line whose value is a list of texts. */
    static ContentLine ofTexts(String name, List<String> texts) {
        return of(name, texts.stream().map(ContentLine::escape).collect(Collectors.joining(",")));
    }

    /** Returns a line with one parameter. */
    static ContentLine with(String name, String parameter, String parameterValue, String value) {
        return new ContentLine(name, Map.of(parameter, List.of(parameterValue)), value);
    }

    /** Returns the first value of a parameter; null without one. */
    @Nullable String parameter(String parameter) {
        List<String> values = parameters.get(parameter);
        return values == null ? null : values.getFirst();
    }

    /** Returns the value of a line with the type TEXT. Its lines end with LF on every system. */
    String text() {
        return VObjectPropertyValues.unescape(value).replace("\r\n", "\n");
    }

    /** Returns the values of a line with a list of texts. */
    List<String> texts() {
        return VObjectPropertyValues.parseList(value).stream()
                .map(text -> text.replace("\r\n", "\n"))
                .toList();
    }

    /** Whether the names of the property and of its parameters have the form that RFC 5545 requires. */
    boolean hasValidNames() {
        return isName(name) && parameters.keySet().stream().allMatch(key -> key.isEmpty() || isName(key));
    }

    /** Whether the text is a name of a property, a parameter or a component. */
    static boolean isName(String text) {
        return NAME.matcher(text).matches();
    }

    private static String escape(String text) {
        return VObjectPropertyValues.escape(text)
                .replace("\r\n", "\\n")
                .replace("\n", "\\n")
                .replace("\r", "\\n");
    }
}
