package dev.haru.schedule.icalendar;

import java.util.Comparator;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;

/**
 * Colours by name: the property COLOR contains a name of CSS 3 (<a
 * href="https://www.rfc-editor.org/rfc/rfc7986#section-5.9">RFC 7986, section 5.9</a>), a schedule has {@code #RRGGBB}.
 */
final class Colours {

    private static final Map<String, String> NAMES = ResourceTable.read("css-colours.properties");

    private Colours() {}

    /** Returns {@code #RRGGBB} of a name, or of such a value, which some programs write. */
    static Optional<String> find(String name) {
        String text = name.strip();
        return text.matches("#[0-9A-Fa-f]{6}") ? Optional.of(text) : Optional.ofNullable(NAMES.get(text));
    }

    /** Returns the name of the nearest colour, by the distance in RGB. */
    static String nearestName(String colour) {
        return NAMES.entrySet().stream()
                .min(Comparator.comparingInt(entry -> distance(entry.getValue(), colour)))
                .orElseThrow()
                .getKey();
    }

    private static int distance(String one, String other) {
        int sum = 0;
        for (int at = 1; at < 7; at += 2) {
            int difference = HexFormat.fromHexDigits(one, at, at + 2) - HexFormat.fromHexDigits(other, at, at + 2);
            sum += difference * difference;
        }
        return sum;
    }
}
