package dev.haru.schedule.icalendar;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.InvalidRequest;
import dev.haru.schedule.calendar.CalendarExchange;
import dev.haru.schedule.location.Locations;
import java.time.ZoneId;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Writes the schedules of a member as one file. */
@Component
class CalendarExport {

    private final CalendarExchange calendar;
    private final Locations locations;

    CalendarExport(CalendarExchange calendar, Locations locations) {
        this.calendar = calendar;
        this.locations = locations;
    }

    /**
     * Returns the file with the schedules that overlap a window. A file that is too large is a 400 problem.
     *
     * @param from an instant or a date in the zone, inclusive; null: from the beginning
     * @param to an instant or a date in the zone, exclusive; null: to the end
     */
    byte[] file(UUID memberId, @Nullable String from, @Nullable String to, ZoneId zone) {
        CalendarFile file = new CalendarFile(locations.names());
        calendar.forEachOverlapping(memberId, from, to, zone, schedule -> {
            file.add(schedule);
            if (file.schedules() > CalendarBounds.EXPORTED || file.octets() > CalendarBounds.EXPORTED_OCTETS) {
                throw InvalidRequest.field(
                        "to",
                        Message.of("field.calendar.too-many", CalendarBounds.EXPORTED, CalendarBounds.EXPORTED_OCTETS));
            }
        });
        return file.toBytes();
    }
}
