package dev.haru.schedule.recurrence;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import org.jspecify.annotations.Nullable;

/** The part UNTIL of a rule. Its type may differ from that of the first start, which some calendars write. */
final class Until {

    private static final DateTimeFormatter DATE =
            DateTimeFormatter.BASIC_ISO_DATE.withResolverStyle(ResolverStyle.STRICT);
    private static final DateTimeFormatter DATE_TIME = new DateTimeFormatterBuilder()
            .append(DATE)
            .appendPattern("'T'HHmmss")
            .toFormatter()
            .withResolverStyle(ResolverStyle.STRICT);
    private static final int DATE_LENGTH = "20261126".length();

    private Until() {}

    /**
     * Returns the last permitted start of a rule; null if the rule has no UNTIL.
     *
     * @param dates whether the starts are dates
     * @param zone the zone in which a time in UTC becomes local time
     */
    static @Nullable LocalDateTime of(RuleParts parts, boolean dates, ZoneId zone) throws InvalidRecurrence {
        if (!parts.has("UNTIL")) {
            return null;
        }
        try {
            LocalDateTime until = parse(parts.value("UNTIL"), zone);
            return dates ? until.toLocalDate().atStartOfDay() : until;
        } catch (DateTimeException invalid) {
            throw InvalidRecurrence.part("UNTIL");
        }
    }

    private static LocalDateTime parse(String text, ZoneId zone) {
        if (text.length() == DATE_LENGTH) {
            return LocalDate.parse(text, DATE).atTime(LocalTime.MAX);
        }
        if (text.endsWith("Z")) {
            return LocalDateTime.parse(text.substring(0, text.length() - 1), DATE_TIME)
                    .atOffset(ZoneOffset.UTC)
                    .atZoneSameInstant(zone)
                    .toLocalDateTime();
        }
        return LocalDateTime.parse(text, DATE_TIME);
    }
}
