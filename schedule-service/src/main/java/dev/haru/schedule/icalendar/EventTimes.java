package dev.haru.schedule.icalendar;

import dev.haru.platform.language.Message;
import dev.haru.schedule.calendar.CalendarTime;
import dev.haru.schedule.calendar.ScheduleTime;
import dev.haru.schedule.calendar.TimeForm;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Maps the times of events (<a href="https://www.rfc-editor.org/rfc/rfc5545#section-3.8.2">RFC 5545, section
 * 3.8.2</a>).
 *
 * <p>Longer than 120 lines because it contains the rules of all forms of times.
 */
final class EventTimes {

    private static final int LONGEST_DAYS = 366;

    /** The duration of an event with a time and without an end, which takes no time in RFC 5545. */
    private static final Duration SHORTEST = Duration.ofMinutes(1);

    private final ZoneId memberZone;
    private final Map<String, CalendarComponent> zones;

    /**
     * Creates the mapping.
     *
     * @param memberZone the zone of floating times and dates
     * @param zones the VTIMEZONE components of the calendar by TZID
     */
    EventTimes(ZoneId memberZone, Map<String, CalendarComponent> zones) {
        this.memberZone = memberZone;
        this.zones = zones;
    }

    /**
     * Returns the time of an event.
     *
     * @param notes receives the changes by the mapping
     */
    ScheduleTime timeOf(CalendarComponent event, Consumer<Message> notes) {
        ContentLine startLine = event.property("DTSTART");
        if (startLine == null) {
            throw ComponentRefused.because(Message.of("detail.import.missing", "DTSTART"));
        }
        TimeValue start = value(startLine);
        TimeForm form = formOf(start);
        ZoneId zone = start.zone() == null ? memberZone : start.zone();
        LocalDateTime end = endOf(event, start, zone);
        if (end.equals(start.local())) {
            end = start.date() ? end.plusDays(1) : end.plus(SHORTEST);
            notes.accept(Message.of("detail.import.without-duration"));
        }
        ScheduleTime time = new ScheduleTime(form, start.local(), end, zone);
        requireBounds(time);
        return time;
    }

    /** Returns the value of a property with one time. */
    TimeValue value(ContentLine line) {
        return TimeValue.parse(line.name(), line.value(), zoneOf(line));
    }

    /** Returns the starts in a property with a list of times. */
    private Stream<LocalDateTime> starts(ContentLine line, ScheduleTime series) {
        @Nullable ZoneId zone = zoneOf(line);
        return Stream.of(line.value().split(",", CalendarBounds.STARTS + 1))
                .filter(value -> !value.isBlank())
                // Only the start of a period counts, because all occurrences last as long as the first one.
                .map(value -> value.indexOf('/') < 0 ? value : value.substring(0, value.indexOf('/')))
                .map(value -> startIn(series, TimeValue.parse(line.name(), value, zone)));
    }

    /** Returns a time as a start of a series. A date names the occurrence of this day, as some programs write it. */
    LocalDateTime startIn(ScheduleTime series, TimeValue value) {
        return switch (series.form()) {
            case DATES -> value.local().toLocalDate().atStartOfDay();
            case FLOATING -> value.date() ? atTimeOf(series, value) : value.in(null, memberZone);
            case ZONED, INSTANT -> value.date() ? atTimeOf(series, value) : value.in(series.zone(), memberZone);
        };
    }

    private static LocalDateTime atTimeOf(ScheduleTime series, TimeValue date) {
        return date.local().toLocalDate().atTime(series.start().toLocalTime());
    }

    private static TimeForm formOf(TimeValue start) {
        if (start.date()) {
            return TimeForm.DATES;
        }
        if (start.zone() == null) {
            return TimeForm.FLOATING;
        }
        return start.isUtc() ? TimeForm.INSTANT : TimeForm.ZONED;
    }

    private LocalDateTime endOf(CalendarComponent event, TimeValue start, ZoneId zone) {
        ContentLine endLine = event.property("DTEND");
        ContentLine durationLine = event.property("DURATION");
        if (endLine != null) {
            TimeValue end = value(endLine);
            if (end.date() != start.date()) {
                throw ComponentRefused.malformed("DTEND", endLine.value());
            }
            return end.in(start.zone() == null ? null : zone, memberZone);
        }
        if (durationLine == null) {
            return start.local();
        }
        DurationValue duration = DurationValue.parse(durationLine.value())
                .orElseThrow(() -> ComponentRefused.malformed("DURATION", durationLine.value()));
        if (duration.nominal().toDays() > LONGEST_DAYS || duration.nominal().isNegative()) {
            throw ComponentRefused.because(Message.of("detail.import.end"));
        }
        if (start.date()) {
            return start.local().plusDays(duration.nominal().toDays());
        }
        LocalDateTime sameTime = start.local().plusDays(duration.days());
        LocalDateTime nominal = sameTime.plus(duration.exact());
        LocalDateTime exact = start.zone() == null
                ? nominal
                : sameTime.atZone(zone).plus(duration.exact()).toLocalDateTime();
        return ScheduleTime.localEnd(start.local(), exact, duration.nominal());
    }

    private static void requireBounds(ScheduleTime time) {
        if (time.start().isAfter(time.end())
                || time.start().plusDays(LONGEST_DAYS).isBefore(time.end())
                // The clocks may add hours to these days.
                || Duration.between(time.startAt(), time.endAt()).compareTo(Duration.ofDays(LONGEST_DAYS)) > 0) {
            throw ComponentRefused.because(Message.of("detail.import.end"));
        }
        if (!time.startsWithinCalendar() || !time.endsWithinCalendar()) {
            throw ComponentRefused.because(Message.of("detail.import.calendar-time"));
        }
    }

    private @Nullable ZoneId zoneOf(ContentLine line) {
        String tzid = line.parameter("TZID");
        if (tzid == null || tzid.isBlank()) {
            return null;
        }
        return ZoneNames.find(tzid, zones.get(tzid))
                .orElseThrow(() -> ComponentRefused.because(Message.of("detail.import.zone", Texts.excerpt(tzid))));
    }

    /** Returns the VTIMEZONE components of a calendar by TZID. */
    static Map<String, CalendarComponent> zonesOf(CalendarComponent calendar) {
        return calendar.components().stream()
                .filter(component -> component.name().equals("VTIMEZONE") && component.has("TZID"))
                .collect(Collectors.toMap(
                        zone -> Objects.requireNonNull(zone.property("TZID")).value(),
                        zone -> zone,
                        (first, _) -> first));
    }

    /** Returns the times of all properties with this name as local starts of a series with this time. */
    private List<LocalDateTime> starts(CalendarComponent event, String property, ScheduleTime series) {
        List<LocalDateTime> starts = event.properties(property).stream()
                .flatMap(line -> starts(line, series))
                .limit(CalendarBounds.STARTS + 1L)
                .toList();
        if (starts.size() > CalendarBounds.STARTS) {
            throw ComponentRefused.because(Message.of("detail.import.too-many", property, CalendarBounds.STARTS));
        }
        return starts;
    }

    /** Returns the additional starts of a series. */
    List<LocalDateTime> additional(CalendarComponent event, ScheduleTime series) {
        List<LocalDateTime> additional = starts(event, "RDATE", series);
        if (!additional.stream().allMatch(CalendarTime.Validator::isWithin)) {
            throw ComponentRefused.because(Message.of("detail.import.calendar-time"));
        }
        return additional;
    }

    /** Returns the excluded starts of a series. One beyond the supported time is no start. */
    List<LocalDateTime> excluded(CalendarComponent event, ScheduleTime series) {
        return starts(event, "EXDATE", series).stream()
                .filter(CalendarTime.Validator::isWithin)
                .toList();
    }
}
