package dev.haru.schedule.calendar;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** The texts of starts in the form of their schedule: an instant, a local time or a date. */
final class TimeText {

    /** The length of the longest text of a start, such as 2026-11-23T09:00:00.123456789+09:00:00. */
    static final int LONGEST = 38;

    private TimeText() {}

    static String local(LocalDateTime time) {
        return DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(time);
    }

    static String date(LocalDateTime midnight) {
        return midnight.toLocalDate().toString();
    }

    /** Returns the text of a start in the form of its schedule. */
    static String of(LocalDateTime start, TimeForm form) {
        return switch (form) {
            case INSTANT -> start.toInstant(ZoneOffset.UTC).toString();
            case ZONED, FLOATING -> local(start);
            case DATES -> date(start);
        };
    }

    /** Parses the text of a start in the form of its schedule; empty if it is another text. */
    static Optional<LocalDateTime> parse(String text, TimeForm form) {
        if (text.length() > LONGEST) {
            return Optional.empty();
        }
        try {
            LocalDateTime start = switch (form) {
                case INSTANT ->
                    LocalDateTime.ofInstant(OffsetDateTime.parse(text).toInstant(), ZoneOffset.UTC);
                case ZONED, FLOATING -> LocalDateTime.parse(text);
                case DATES -> LocalDate.parse(text).atStartOfDay();
            };
            // In microseconds, as the start of a schedule.
            return Optional.of(start.truncatedTo(ChronoUnit.MICROS)).filter(CalendarTime.Validator::isWithin);
        } catch (DateTimeException malformed) {
            return Optional.empty();
        }
    }
}
