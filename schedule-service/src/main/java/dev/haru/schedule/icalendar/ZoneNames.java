package dev.haru.schedule.icalendar;

import java.time.ZoneId;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds the IANA time zone of a TZID. A file may also contain the rules of the zone as VTIMEZONE. Haru uses the current
 * rules of the JVM instead, so that the local time of a schedule stays when the rules change.
 */
final class ZoneNames {

    private static final int MAX_LENGTH = 100;

    private static final Pattern OFFSET =
            Pattern.compile("(?:UTC|GMT)?([+-])(\\d{1,2})(?::?00)?", Pattern.CASE_INSENSITIVE);

    private static final Map<String, String> WINDOWS = ResourceTable.read("windows-zones.properties");
    private static final Map<String, String> IANA = iana();

    private ZoneNames() {}

    /**
     * Returns the zone of a TZID: an IANA name, also after a prefix such as {@code /mozilla.org/20050126_1/}; a name of
     * Windows; or the IANA name that the VTIMEZONE states as X-LIC-LOCATION.
     *
     * @param definition the VTIMEZONE with this TZID; null if the file has none
     */
    static Optional<ZoneId> find(String tzid, @Nullable CalendarComponent definition) {
        return byName(tzid).or(() -> {
            ContentLine location = definition == null ? null : definition.property("X-LIC-LOCATION");
            return location == null ? Optional.empty() : byName(location.text());
        });
    }

    private static Optional<ZoneId> byName(String name) {
        String text = name.strip();
        if (text.length() > MAX_LENGTH) {
            return Optional.empty();
        }
        String iana = IANA.containsKey(text) ? IANA.get(text) : WINDOWS.get(text);
        for (int slash = text.indexOf('/'); iana == null && slash >= 0; slash = text.indexOf('/', slash + 1)) {
            String rest = text.substring(slash + 1);
            iana = rest.contains("/") || slash == 0 ? IANA.get(rest) : null;
        }
        return iana == null ? fixed(text) : Optional.of(ZoneId.of(iana));
    }

    /**
     * Returns the zone of an offset of whole hours, such as {@code UTC+09:00}, which some programs write. The sign of
     * the IANA name is the opposite one.
     */
    private static Optional<ZoneId> fixed(String text) {
        Matcher offset = OFFSET.matcher(text);
        if (!offset.matches()) {
            return Optional.empty();
        }
        String sign = offset.group(1).equals("+") ? "-" : "+";
        return Optional.ofNullable(IANA.get("Etc/GMT" + sign + Integer.parseInt(offset.group(2))))
                .map(ZoneId::of);
    }

    private static Map<String, String> iana() {
        Map<String, String> names = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        ZoneId.getAvailableZoneIds().stream()
                .filter(id -> !id.startsWith("SystemV/"))
                .forEach(id -> names.put(id, id));
        return names;
    }
}
