package dev.haru.schedule.icalendar;

import dev.haru.schedule.calendar.ChangedOccurrence;
import dev.haru.schedule.calendar.Details;
import dev.haru.schedule.calendar.Plan;
import dev.haru.schedule.calendar.Schedule;
import dev.haru.schedule.calendar.ScheduleTime;
import dev.haru.schedule.calendar.Series;
import dev.haru.schedule.calendar.TimeForm;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Writes schedules as VEVENT components: a series as one component with its rule, and one for each changed occurrence
 * (<a href="https://www.rfc-editor.org/rfc/rfc5545#section-3.8.4.4">RFC 5545, section 3.8.4.4</a>).
 *
 * <p>Longer than 120 lines because it contains the properties of all fields.
 */
final class EventWriter {

    /** The id of the known location, which LOCATION names in English. */
    static final String LOCATION_ID = "X-HARU-LOCATION-ID";

    /** The exact colour; COLOR has the nearest name. */
    static final String COLOUR = "X-HARU-COLOUR";

    private static final String EVENT = "VEVENT";
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("yyyyMMdd", Locale.ROOT);
    private static final DateTimeFormatter DATE_TIME = DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss", Locale.ROOT);
    private static final DateTimeFormatter UTC = DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT);

    private final CalendarWriter out;
    private final Map<Integer, String> locations;

    /**
     * Creates the mapping.
     *
     * @param locations the English names of the known locations by id
     */
    EventWriter(CalendarWriter out, Map<Integer, String> locations) {
        this.out = out;
        this.locations = locations;
    }

    void write(Schedule schedule) {
        Plan plan = schedule.plan();
        write(schedule, plan, null);
        if (plan.series() != null) {
            plan.series().changed().forEach(changed -> write(schedule, changed.plan(), changed));
        }
    }

    private void write(Schedule schedule, Plan plan, @Nullable ChangedOccurrence changed) {
        String uid = schedule.plan().uid();
        out.begin(EVENT);
        out.write(ContentLine.ofText("UID", uid == null ? schedule.id().toString() : uid));
        out.write(ContentLine.of("DTSTAMP", utc(schedule.updatedAt())));
        out.write(ContentLine.of("CREATED", utc(schedule.createdAt())));
        out.write(ContentLine.of("LAST-MODIFIED", utc(schedule.updatedAt())));
        out.write(ContentLine.of("SEQUENCE", Integer.toString(schedule.version())));
        if (changed != null) {
            out.write(time(
                    "RECURRENCE-ID", changed.originalStart(), schedule.plan().time()));
        }
        out.write(time("DTSTART", plan.time().start(), plan.time()));
        out.write(time("DTEND", plan.time().end(), plan.time()));
        if (plan.series() != null) {
            writeSeries(plan.series(), plan.time());
        }
        writeDetails(plan);
        out.end(EVENT);
    }

    private void writeSeries(Series series, ScheduleTime time) {
        if (series.rule() != null) {
            out.write(ContentLine.of("RRULE", series.rule()));
        }
        series.additional().forEach(start -> out.write(time("RDATE", start, time)));
        series.excluded().forEach(start -> out.write(time("EXDATE", start, time)));
    }

    private void writeDetails(Plan plan) {
        Details details = plan.details();
        out.write(ContentLine.ofText("SUMMARY", plan.title()));
        // Most programs show descriptions and no comments. An import recognises the copy.
        writeText("DESCRIPTION", details.description() == null ? plan.note() : details.description());
        writeText("COMMENT", plan.note());
        writeText("LOCATION", details.place() != null ? details.place() : nameOf(plan.locationId()));
        if (plan.locationId() != Plan.ELSEWHERE) {
            out.write(ContentLine.of(LOCATION_ID, Integer.toString(plan.locationId())));
        }
        if (details.latitude() != null && details.longitude() != null) {
            out.write(ContentLine.of("GEO", plain(details.latitude()) + ";" + plain(details.longitude())));
        }
        if (details.colour() != null) {
            out.write(ContentLine.of("COLOR", Colours.nearestName(details.colour())));
            out.write(ContentLine.of(COLOUR, details.colour()));
        }
        if (!details.tags().isEmpty()) {
            out.write(ContentLine.ofTexts("CATEGORIES", details.tags()));
        }
        if (details.status() != null) {
            out.write(ContentLine.of("STATUS", details.status().toUpperCase(Locale.ROOT)));
        }
        if (details.transparency() != null) {
            out.write(ContentLine.of("TRANSP", details.transparency().equals("free") ? "TRANSPARENT" : "OPAQUE"));
        }
        writeKept(plan);
    }

    /** Writes the kept properties and alarms, without the alarms whose reminder the member removed. */
    private void writeKept(Plan plan) {
        List<Integer> reminders = plan.details().reminders();
        CalendarComponent kept = CalendarParser.parseLines(plan.details().kept());
        Set<Integer> written = new HashSet<>();
        kept.properties().forEach(out::write);
        for (CalendarComponent component : kept.components()) {
            OptionalInt minutes =
                    component.name().equals(Alarms.ALARM) ? Alarms.minutesBeforeStart(component) : OptionalInt.empty();
            if (minutes.isEmpty() || reminders.contains(minutes.getAsInt())) {
                out.write(component);
                minutes.ifPresent(written::add);
            }
        }
        reminders.stream()
                .filter(minutes -> !written.contains(minutes))
                .forEach(minutes -> Alarms.write(out, minutes, plan.title()));
    }

    private static String plain(double degrees) {
        return BigDecimal.valueOf(degrees).toPlainString();
    }

    private @Nullable String nameOf(int location) {
        return location == Plan.ELSEWHERE ? null : locations.get(location);
    }

    private void writeText(String property, @Nullable String text) {
        if (text != null) {
            out.write(ContentLine.ofText(property, text));
        }
    }

    private static ContentLine time(String property, LocalDateTime local, ScheduleTime of) {
        return switch (of.form()) {
            case DATES -> ContentLine.with(property, "VALUE", "DATE", local.format(DATE));
            case FLOATING -> ContentLine.of(property, local.format(DATE_TIME));
            case INSTANT -> ContentLine.of(property, local.format(UTC));
            case ZONED -> ContentLine.with(property, "TZID", of.zone().getId(), local.format(DATE_TIME));
        };
    }

    private static String utc(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC).format(UTC);
    }

    /** Returns the names of the time zones in the plans of a schedule. */
    static Set<String> zonesOf(Schedule schedule) {
        Series series = schedule.plan().series();
        return Stream.concat(
                        Stream.of(schedule.plan()),
                        series == null
                                ? Stream.empty()
                                : series.changed().stream().map(ChangedOccurrence::plan))
                .filter(plan -> plan.time().form() == TimeForm.ZONED)
                .map(plan -> plan.time().zone().getId())
                .collect(Collectors.toSet());
    }
}
