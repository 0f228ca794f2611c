package dev.haru.schedule.calendar;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.InvalidRequest;
import dev.haru.schedule.calendar.BusyTimes.Interval;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The time range of a list: from an instant, inclusive, to another, exclusive. A schedule that overlaps the range is in
 * the list.
 *
 * <p>Longer than 120 lines because it keeps the bounds of all queries by time together.
 */
record Window(Instant from, Instant to) {

    /**
     * The maximum duration of a schedule. A schedule that starts earlier than this before the window cannot overlap it.
     */
    static final Duration LONGEST_SCHEDULE = Duration.ofDays(366);

    private static final UUID LOWEST_ID = new UUID(0, 0);
    private static final int DATE_LENGTH = "2026-11-21".length();
    private static final int LONGEST_BOUND = "+999999999-12-31T23:59:59.999999999+18:00:00".length();

    /**
     * Returns the window of a query whose bounds are instants or dates. A date means its first instant in the zone.
     * Without a bound, the window extends to the end of the supported time.
     */
    static Window of(@Nullable String from, @Nullable String to, ZoneId zone) {
        Window window = between(from, to, zone);
        // In each time zone, the first and the last date mean no bound.
        return new Window(
                isDate(from, CalendarTime.FIRST_DATE) && window.from.isAfter(CalendarTime.FIRST)
                        ? CalendarTime.FIRST
                        : window.from,
                isDate(to, CalendarTime.END_DATE) && window.to.isBefore(CalendarTime.END)
                        ? CalendarTime.END
                        : window.to);
    }

    private static Window between(@Nullable String from, @Nullable String to, ZoneId zone) {
        return of(
                from == null ? null : bound("from", from, zone, false),
                to == null ? null : bound("to", to, zone, true));
    }

    private static boolean isDate(@Nullable String bound, LocalDate date) {
        return date.toString().equals(bound);
    }

    /**
     * Returns a window with both bounds that is at most as long as the longest schedule. A longer one is a 400 problem.
     * Between two dates, the limit counts days instead of hours, because some days have 25 hours.
     */
    static Window bounded(String from, String to, ZoneId zone) {
        Window window = between(from, to, zone);
        boolean tooLong = (isDay(from) && isDay(to))
                ? ChronoUnit.DAYS.between(LocalDate.parse(from), LocalDate.parse(to)) > LONGEST_SCHEDULE.toDays()
                : Duration.between(window.from, window.to).compareTo(LONGEST_SCHEDULE) > 0;
        if (tooLong) {
            throw InvalidRequest.field("to", Message.of("field.to.bounded"));
        }
        return window;
    }

    static Window of(@Nullable Instant from, @Nullable Instant to) {
        Instant first = from == null ? CalendarTime.FIRST : Plan.stored(from);
        Instant end = to == null ? CalendarTime.END : Plan.stored(to);
        if (!end.isAfter(first)) {
            throw InvalidRequest.field("to", Message.of("field.to.after-from"));
        }
        return new Window(first, end);
    }

    /** Returns the part of a time that is in this window. */
    Interval cut(Instant startAt, Instant endAt) {
        return new Interval(startAt.isBefore(from) ? from : startAt, endAt.isAfter(to) ? to : endAt);
    }

    /** Whether the window has no bounds. Bounds beyond the supported time are none. */
    boolean isUnbounded() {
        return !from.isAfter(CalendarTime.FIRST) && !to.isBefore(CalendarTime.END);
    }

    /** Returns the position at which the first page starts. */
    Position start() {
        return new Position(from.minus(LONGEST_SCHEDULE), LOWEST_ID);
    }

    /**
     * Parses an instant, or a date, which means its first instant in the zone. Throws a 400 problem for any other text.
     */
    static Instant bound(String field, String text, ZoneId zone) {
        return bound(field, text, zone, false);
    }

    /** @param end whether the bound is an exclusive end, which may be the end of the supported time */
    private static Instant bound(String field, String text, ZoneId zone, boolean end) {
        if (text.length() > LONGEST_BOUND) {
            throw invalidBound(field);
        }
        Instant instant;
        boolean supported;
        try {
            if (isDay(text)) {
                LocalDate date = LocalDate.parse(text);
                instant = date.atStartOfDay(zone).toInstant();
                supported = end ? CalendarTime.Validator.isEnd(date) : CalendarTime.Validator.isWithin(date);
            } else {
                instant = OffsetDateTime.parse(text).toInstant();
                supported = end ? CalendarTime.Validator.isEnd(instant) : CalendarTime.Validator.isWithin(instant);
            }
        } catch (DateTimeParseException malformed) {
            throw invalidBound(field);
        }
        if (!supported) {
            throw InvalidRequest.field(field, Message.of("field.calendar-time"));
        }
        return instant;
    }

    private static InvalidRequest invalidBound(String field) {
        return InvalidRequest.field(field, Message.of("field.instant-or-date"));
    }

    private static boolean isDay(String bound) {
        return bound.length() == DATE_LENGTH;
    }
}
