package dev.haru.schedule.icalendar;

import dev.haru.schedule.calendar.Schedule;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/** An iCalendar file (RFC 5545) to which schedules are added. */
final class CalendarFile {

    /** The media type of the files. */
    static final String MEDIA_TYPE = "text/calendar";

    private static final String PRODUCT = "-//Haru//Schedules//EN";
    private static final String CALENDAR = "VCALENDAR";

    private final CalendarWriter events = new CalendarWriter();
    private final EventWriter writer;

    /** Each zone with an instant a year before its first schedule, because an occurrence may be moved. */
    private final Map<String, Instant> zones = new TreeMap<>();

    private int schedules;

    /**
     * Begins a file.
     *
     * @param locations the English names of the known locations by id
     */
    CalendarFile(Map<Integer, String> locations) {
        writer = new EventWriter(events, locations);
    }

    void add(Schedule schedule) {
        Instant from = schedule.plan().startAt().minus(Duration.ofDays(366));
        EventWriter.zonesOf(schedule)
                .forEach(zone -> zones.merge(zone, from, (one, other) -> one.isBefore(other) ? one : other));
        writer.write(schedule);
        schedules++;
    }

    int schedules() {
        return schedules;
    }

    /** Returns the size of the schedules in octets. */
    int octets() {
        return events.size();
    }

    /** Returns the file. */
    byte[] toBytes() {
        CalendarWriter out = new CalendarWriter();
        out.begin(CALENDAR);
        out.write(ContentLine.of("VERSION", "2.0"));
        out.write(ContentLine.of("PRODID", PRODUCT));
        zones.forEach((zone, from) -> ZoneWriter.write(out, zone, from));
        out.write(events);
        out.end(CALENDAR);
        return out.toBytes();
    }
}
