package dev.haru.schedule.calendar;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;

/**
 * The time of a schedule, or of the first occurrence of a series. The instants follow from the rules of the time zone
 * (<a href="https://www.rfc-editor.org/rfc/rfc5545#section-3.3.5">RFC 5545, section 3.3.5</a>): a local time that the
 * clocks skip has the offset before the change, and a local time that occurs twice is the first one.
 *
 * <p>Longer than 120 lines because the three forms of a time share their rules.
 *
 * @param start the local start in the zone, in microseconds; for dates, a midnight
 * @param end the local end in the zone, exclusive; for dates, a midnight
 * @param zone UTC for instants; the current time zone of the member for floating times and dates
 */
public record ScheduleTime(TimeForm form, LocalDateTime start, LocalDateTime end, ZoneId zone) {

    private static final int NANOS_OF_A_MICRO = 1_000;

    public ScheduleTime {
        start = micros(start);
        end = micros(end);
    }

    /** Returns the time between two instants. */
    public static ScheduleTime of(Instant startAt, Instant endAt) {
        return new ScheduleTime(
                TimeForm.INSTANT,
                LocalDateTime.ofInstant(startAt, ZoneOffset.UTC),
                LocalDateTime.ofInstant(endAt, ZoneOffset.UTC),
                ZoneOffset.UTC);
    }

    public Instant startAt() {
        return instant(start);
    }

    /** Returns the end. It is after the start, also when the clocks skip the start. */
    public Instant endAt() {
        if (zone instanceof ZoneOffset) {
            return instant(end); // the clocks skip nothing
        }
        Instant startAt = startAt();
        Instant endAt = instant(end);
        return endAt.isAfter(startAt) ? endAt : startAt.plus(Duration.between(start, end));
    }

    /** Whether the start is within {@link CalendarTime}. Dates are judged as dates, the same in every time zone. */
    public boolean startsWithinCalendar() {
        return form == TimeForm.DATES
                ? CalendarTime.Validator.isWithin(start.toLocalDate())
                : CalendarTime.Validator.isWithin(startAt());
    }

    /** Whether the exclusive end is within {@link CalendarTime}. */
    public boolean endsWithinCalendar() {
        return form == TimeForm.DATES
                ? CalendarTime.Validator.isEnd(end.toLocalDate())
                : CalendarTime.Validator.isEnd(endAt());
    }

    /** Returns the same time for a member whose days begin in this zone. */
    ScheduleTime in(ZoneId memberZone) {
        return form.isOfMember() && !zone.equals(memberZone) ? new ScheduleTime(form, start, end, memberZone) : this;
    }

    /** Returns the instant of a local time in the zone. */
    Instant instant(LocalDateTime local) {
        // The times of most schedules are instants, and an offset needs no look-up of rules.
        return zone instanceof ZoneOffset offset
                ? local.toInstant(offset)
                : ZonedDateTime.ofLocal(local, zone, null).toInstant();
    }

    /**
     * Returns the end of the occurrence with this local start. An occurrence of dates has as many days as the first
     * one. Any other has the same exact duration (<a href="https://www.rfc-editor.org/rfc/rfc5545#section-3.8.5.3">RFC
     * 5545, section 3.8.5.3</a>).
     */
    Instant endAt(LocalDateTime occurrence) {
        return endAt(occurrence, instant(occurrence), duration());
    }

    /**
     * As {@link #endAt(LocalDateTime)}, from known values.
     *
     * @param startAt the instant of the start
     * @param duration the value of {@link #duration}
     */
    Instant endAt(LocalDateTime occurrence, Instant startAt, Duration duration) {
        return form == TimeForm.DATES ? instant(occurrence.plus(duration)) : startAt.plus(duration);
    }

    /**
     * Returns the duration of each occurrence. For dates and floating times, it is the difference of the local times.
     */
    Duration duration() {
        return form.isOfMember() ? Duration.between(start, end) : Duration.between(startAt(), endAt());
    }

    /** Returns the time of the occurrence with this local start. */
    ScheduleTime at(LocalDateTime occurrence) {
        Duration local = Duration.between(start, end);
        return new ScheduleTime(
                form,
                occurrence,
                form == TimeForm.DATES
                        ? occurrence.plus(local)
                        : localEnd(occurrence, LocalDateTime.ofInstant(endAt(occurrence), zone), local),
                zone);
    }

    /**
     * Returns the local end of a time with an exact duration. A local time that occurs twice is the first one, so an
     * exact end in the repeated hour could precede the start. The time then lasts by the local clock.
     *
     * @param exact the local time at the exact end
     * @param duration the duration by the local clock
     */
    public static LocalDateTime localEnd(LocalDateTime start, LocalDateTime exact, Duration duration) {
        return exact.isAfter(start) ? exact : start.plus(duration);
    }

    private static LocalDateTime micros(LocalDateTime time) {
        return time.getNano() % NANOS_OF_A_MICRO == 0 ? time : time.truncatedTo(ChronoUnit.MICROS);
    }
}
