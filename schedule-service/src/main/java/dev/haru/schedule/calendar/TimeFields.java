package dev.haru.schedule.calendar;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.InvalidField;
import dev.haru.platform.problem.InvalidRequest;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.zone.ZoneRulesProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The fields of the time of a schedule. The time has one of three forms: two instants, two local times, or two dates.
 * Beside local times and dates, the instants are read-only.
 *
 * <p>Longer than 120 lines because it holds the rules of all forms.
 *
 * @param timeZone the time zone of the local times; null: that of the member
 * @param endDate the day after the last day
 */
record TimeFields(
        @Nullable Instant startAt,
        @Nullable Instant endAt,
        @Nullable String localStart,
        @Nullable String localEnd,
        @Nullable String timeZone,
        @Nullable String startDate,
        @Nullable String endDate) {

    /** The length of the longest local time, such as 2026-11-23T09:00:00.123456789. */
    static final int LONGEST_LOCAL = 29;

    /** The length of a date, such as 2026-11-23. */
    static final int LONGEST_DATE = 10;

    /** No fields of the time. */
    static final TimeFields NONE = new TimeFields(null, null, null, null, null, null, null);

    private static final String REQUIRED = "field.required";
    private static final String CALENDAR_TIME = "field.calendar-time";
    private static final String ANOTHER_FORM = "field.another-time-form";

    /** The prefix of zones that only Java has, not the IANA database. */
    private static final String OF_JAVA_ONLY = "SystemV/";

    /**
     * Returns the fields that give a time in a form: always for {@link TimeForm#INSTANT}, and otherwise only if the
     * time has such a form itself; else {@link #NONE}.
     */
    static TimeFields of(ScheduleTime time, TimeForm form) {
        return switch (form) {
            case INSTANT -> new TimeFields(time.startAt(), time.endAt(), null, null, null, null, null);
            case ZONED, FLOATING ->
                time.form() == TimeForm.ZONED || time.form() == TimeForm.FLOATING
                        ? new TimeFields(
                                null,
                                null,
                                TimeText.local(time.start()),
                                TimeText.local(time.end()),
                                time.form() == TimeForm.ZONED ? time.zone().getId() : null,
                                null,
                                null)
                        : NONE;
            case DATES ->
                time.form() == TimeForm.DATES
                        ? new TimeFields(
                                null, null, null, null, null, TimeText.date(time.start()), TimeText.date(time.end()))
                        : NONE;
        };
    }

    /** Whether these are the fields of an occurrence as a response has them. */
    boolean areOf(Occurrence occurrence) {
        ScheduleTime time = occurrence.plan().time();
        TimeFields read = of(time, time.form());
        return equals(new TimeFields(
                occurrence.startAt(),
                occurrence.endAt(),
                read.localStart,
                read.localEnd,
                read.timeZone,
                read.startDate,
                read.endDate));
    }

    TimeForm form() {
        if (startDate != null || endDate != null) {
            return TimeForm.DATES;
        }
        if (localStart != null || localEnd != null || timeZone != null) {
            return timeZone == null ? TimeForm.FLOATING : TimeForm.ZONED;
        }
        return TimeForm.INSTANT;
    }

    /** Reports each violation that does not depend on the member: the name of the field and the key of the message. */
    void check(BiConsumer<String, String> violations) {
        switch (form()) {
            case DATES -> {
                rejectIf(localStart != null, "localStart", ANOTHER_FORM, violations);
                rejectIf(localEnd != null, "localEnd", ANOTHER_FORM, violations);
                rejectIf(timeZone != null, "timeZone", ANOTHER_FORM, violations);
                checkEnd(
                        "endDate",
                        parsed("startDate", startDate, "field.date", TimeFields::midnight, violations),
                        parsed("endDate", endDate, "field.date", TimeFields::midnight, violations),
                        "field.end-date",
                        violations);
            }
            case ZONED, FLOATING -> {
                if (timeZone != null && !isTimeZone(timeZone)) {
                    violations.accept("timeZone", "field.time-zone");
                }
                checkEnd(
                        "localEnd",
                        parsed("localStart", localStart, "field.local-time", LocalDateTime::parse, violations),
                        parsed("localEnd", localEnd, "field.local-time", LocalDateTime::parse, violations),
                        "field.local-end",
                        violations);
            }
            case INSTANT -> {
                rejectIf(startAt == null, "startAt", "field.start-missing", violations);
                rejectIf(endAt == null, "endAt", "field.end-missing", violations);
                rejectIf(
                        startAt != null && !CalendarTime.Validator.isWithin(startAt),
                        "startAt",
                        CALENDAR_TIME,
                        violations);
                rejectIf(endAt != null && !CalendarTime.Validator.isEnd(endAt), "endAt", CALENDAR_TIME, violations);
                if (startAt != null
                        && endAt != null
                        && !fits(Duration.between(Plan.stored(startAt), Plan.stored(endAt)))) {
                    violations.accept("endAt", "field.end-at");
                }
            }
        }
    }

    private static void checkEnd(
            String field,
            @Nullable LocalDateTime start,
            @Nullable LocalDateTime end,
            String key,
            BiConsumer<String, String> violations) {
        if (start != null && end != null && !fits(Duration.between(start, end))) {
            violations.accept(field, key);
        }
    }

    private static @Nullable LocalDateTime parsed(
            String field,
            @Nullable String text,
            String key,
            Function<String, LocalDateTime> parser,
            BiConsumer<String, String> violations) {
        if (text == null) {
            violations.accept(field, REQUIRED);
            return null;
        }
        try {
            return parser.apply(text);
        } catch (DateTimeException malformed) {
            violations.accept(field, key);
            return null;
        }
    }

    private static LocalDateTime midnight(String date) {
        return LocalDate.parse(date).atStartOfDay();
    }

    private static void rejectIf(boolean invalid, String field, String key, BiConsumer<String, String> violations) {
        if (invalid) {
            violations.accept(field, key);
        }
    }

    private static boolean fits(Duration duration) {
        return duration.isPositive() && duration.compareTo(Window.LONGEST_SCHEDULE) <= 0;
    }

    static boolean isTimeZone(String name) {
        return ZoneRulesProvider.getAvailableZoneIds().contains(name) && !name.startsWith(OF_JAVA_ONLY);
    }

    /**
     * Returns the time of fields that pass {@link #check}. Throws the 400 problem if the instants are beyond
     * {@link CalendarTime}, or differ from the local times or dates.
     */
    @SuppressWarnings("NullAway") // checked before
    ScheduleTime time(ZoneId memberZone) {
        return switch (form()) {
            case INSTANT -> ScheduleTime.of(startAt, endAt);
            case DATES ->
                resolved(
                        new ScheduleTime(TimeForm.DATES, midnight(startDate), midnight(endDate), memberZone),
                        "startDate",
                        "endDate");
            case FLOATING ->
                resolved(
                        new ScheduleTime(
                                TimeForm.FLOATING,
                                LocalDateTime.parse(localStart),
                                LocalDateTime.parse(localEnd),
                                memberZone),
                        "localStart",
                        "localEnd");
            case ZONED ->
                resolved(
                        new ScheduleTime(
                                TimeForm.ZONED,
                                LocalDateTime.parse(localStart),
                                LocalDateTime.parse(localEnd),
                                ZoneId.of(timeZone)),
                        "localStart",
                        "localEnd");
        };
    }

    private ScheduleTime resolved(ScheduleTime time, String startField, String endField) {
        List<InvalidField> errors = new ArrayList<>();
        if (!time.startsWithinCalendar()) {
            errors.add(new InvalidField(startField, Message.of(CALENDAR_TIME)));
        }
        if (!time.endsWithinCalendar()
                || Duration.between(time.startAt(), time.endAt()).compareTo(Window.LONGEST_SCHEDULE) > 0) {
            errors.add(new InvalidField(endField, Message.of(CALENDAR_TIME)));
        }
        Map.of("startAt", time.startAt(), "endAt", time.endAt()).forEach((field, current) -> {
            Instant sent = field.equals("startAt") ? startAt : endAt;
            if (sent != null && !Plan.stored(sent).equals(current)) {
                errors.add(new InvalidField(field, Message.of("field.derived-instant")));
            }
        });
        if (!errors.isEmpty()) {
            throw InvalidRequest.fields(errors);
        }
        return time;
    }
}
