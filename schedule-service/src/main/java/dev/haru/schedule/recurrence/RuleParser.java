package dev.haru.schedule.recurrence;

import dev.haru.platform.json.UnicodeText;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.dmfs.rfc5545.recur.InvalidRecurrenceRuleException;
import org.dmfs.rfc5545.recur.RecurrenceRule.RfcMode;

/** Reads the text of a rule. lib-recur judges whether RFC 5545 permits its parts. */
final class RuleParser {

    private static final Set<String> NAMES = Set.of(
            "FREQ",
            "INTERVAL",
            "COUNT",
            "UNTIL",
            "WKST",
            "BYMONTH",
            "BYWEEKNO",
            "BYYEARDAY",
            "BYMONTHDAY",
            "BYDAY",
            "BYHOUR",
            "BYMINUTE",
            "BYSECOND",
            "BYSETPOS");

    private static final Pattern LIST = Pattern.compile("[+-]?[0-9A-Z]+(,[+-]?[0-9A-Z]+)*");
    private static final int LONGEST_ECHO = 20;

    private RuleParser() {}

    /** Parses a rule. The caller limits its length. */
    static RuleParts parse(String text) throws InvalidRecurrence {
        Map<String, String> values = new LinkedHashMap<>();
        // split ignores a semicolon at the end, which some calendars write.
        for (String part : upperCase(text).split(";")) {
            int equals = part.indexOf('=');
            String name = part.substring(0, Math.max(equals, 0));
            String value = part.substring(equals + 1);
            if (!NAMES.contains(name) || !LIST.matcher(value).matches()) {
                throw InvalidRecurrence.part(NAMES.contains(name) ? name : abbreviated(part));
            }
            if (values.putIfAbsent(name, value) != null) {
                throw InvalidRecurrence.duplicatePart(name);
            }
        }
        RuleParts parts = new RuleParts(values);
        if (!RuleParts.UNITS.containsKey(parts.frequency())) {
            throw InvalidRecurrence.frequency();
        }
        validate(parts);
        return parts;
    }

    /** Changes ASCII letters only: other letters could become ASCII letters, such as the dotless i. */
    private static String upperCase(String text) {
        return text.codePoints().allMatch(character -> character < 128) ? text.toUpperCase(Locale.ROOT) : text;
    }

    private static String abbreviated(String part) {
        return UnicodeText.isLongerThan(part, LONGEST_ECHO) ? UnicodeText.truncated(part, LONGEST_ECHO) + "…" : part;
    }

    /** Refuses the first part that RFC 5545 does not permit after the parts before it. */
    private static void validate(RuleParts parts) throws InvalidRecurrence {
        if (isValid(parts)) {
            return;
        }
        RuleParts before = new RuleParts(new LinkedHashMap<>(Map.of("FREQ", parts.frequency())));
        // BYSETPOS is the last one, because it needs another BY part.
        List<String> names = parts.values().keySet().stream()
                .sorted(Comparator.comparing("BYSETPOS"::equals))
                .toList();
        for (String name : names) {
            before.values().put(name, parts.value(name));
            if (!isValid(before)) {
                throw InvalidRecurrence.part(name);
            }
        }
        throw InvalidRecurrence.part("FREQ");
    }

    private static boolean isValid(RuleParts parts) {
        try {
            new org.dmfs.rfc5545.recur.RecurrenceRule(parts.toString(), RfcMode.RFC5545_STRICT);
            return true;
        } catch (InvalidRecurrenceRuleException | RuntimeException invalid) {
            return false;
        }
    }
}
