package dev.haru.schedule.report;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.format.SignStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.IsoFields;
import java.time.temporal.TemporalAdjusters;
import java.util.List;
import java.util.Locale;

/** The two kinds of reports: their periods, and how far back reports exist. */
enum Cadence {
    /** A report for each local day: for today, and for one calendar month back. */
    DAILY("date", DateTimeFormatter.ISO_LOCAL_DATE) {

        @Override
        LocalDate startOf(LocalDate date) {
            return date;
        }

        @Override
        LocalDate next(LocalDate start) {
            return start.plusDays(1);
        }

        @Override
        LocalDate oldest(LocalDate current) {
            return current.minusMonths(1);
        }
    },

    /** A report for each ISO week: for the current week, and for the four weeks before it. */
    WEEKLY("week", isoWeek()) {

        @Override
        LocalDate startOf(LocalDate date) {
            return date.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
        }

        @Override
        LocalDate next(LocalDate start) {
            return start.plusWeeks(1);
        }

        @Override
        LocalDate oldest(LocalDate current) {
            return current.minusWeeks(4);
        }
    };

    private final String parameter;
    private final DateTimeFormatter format;

    Cadence(String parameter, DateTimeFormatter format) {
        this.parameter = parameter;
        this.format = format;
    }

    /** Returns the name of the parameter by which a client chooses the period. */
    String parameter() {
        return parameter;
    }

    /** Returns the first day of the period that contains the date. */
    abstract LocalDate startOf(LocalDate date);

    /** Returns the first day of the next period, given the first day of a period. */
    abstract LocalDate next(LocalDate start);

    /** Returns the first day of the oldest period with a report, given the first day of the current period. */
    abstract LocalDate oldest(LocalDate current);

    /**
     * Parses a period as clients write it, {@code 2026-11-21} or {@code 2026-W47}.
     *
     * @throws java.time.DateTimeException when the text is not an existing day or week
     */
    LocalDate parse(String text) {
        return LocalDate.parse(text, format);
    }

    String name(LocalDate start) {
        return format.format(start);
    }

    /** Returns the period that contains the instant. */
    Period at(Instant instant, ZoneId zone) {
        return new Period(this, startOf(LocalDate.ofInstant(instant, zone)), zone);
    }

    /** Returns all periods with a report, oldest first, given the current period. */
    List<Period> window(Period current) {
        return oldest(current.start())
                .datesUntil(next(current.start()))
                .map(this::startOf)
                .distinct()
                .map(start -> new Period(this, start, current.zone()))
                .toList();
    }

    private static DateTimeFormatter isoWeek() {
        return new DateTimeFormatterBuilder()
                .appendValue(IsoFields.WEEK_BASED_YEAR, 4, 10, SignStyle.EXCEEDS_PAD)
                .appendLiteral("-W")
                .appendValue(IsoFields.WEEK_OF_WEEK_BASED_YEAR, 2)
                .parseDefaulting(ChronoField.DAY_OF_WEEK, 1)
                .toFormatter(Locale.ROOT)
                .withResolverStyle(ResolverStyle.STRICT);
    }
}
