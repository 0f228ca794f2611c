package dev.haru.schedule.icalendar;

import dev.haru.platform.json.UnicodeText;
import dev.haru.platform.language.Message;
import dev.haru.schedule.calendar.Plan;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Maps one event to a plan, without its recurrence. */
final class EventReader {

    private static final int TITLE = 200;
    private static final String WITHOUT_TITLE = "(no title)";

    private final EventTimes times;
    private final Map<Integer, String> locations;

    /**
     * Creates the mapping.
     *
     * @param locations the English names of the known locations by id
     */
    EventReader(EventTimes times, Map<Integer, String> locations) {
        this.times = times;
        this.locations = locations;
    }

    EventTimes times() {
        return times;
    }

    /**
     * Returns the plan of an event.
     *
     * @param notes receives the changes by the mapping
     */
    Plan read(CalendarComponent event, Consumer<Message> notes) {
        if (!event.malformed().isEmpty()) {
            throw ComponentRefused.because(
                    Message.of("detail.import.line", event.malformed().getFirst()));
        }
        EventDetails details = new EventDetails(event, notes);
        String place = details.place();
        Integer location = knownLocation(event);
        boolean nameOfLocation = location != null && Objects.equals(locations.get(location), place);
        return new Plan(
                title(event, notes),
                location == null ? Plan.ELSEWHERE : location,
                times.timeOf(event, notes),
                details.note(),
                details.details(nameOfLocation ? null : place),
                null,
                null);
    }

    private static String title(CalendarComponent event, Consumer<Message> notes) {
        String title = Optional.ofNullable(event.property("SUMMARY"))
                .map(line -> Texts.oneLine(line.text()))
                .orElse("");
        String fitted = UnicodeText.truncated(title, TITLE);
        if (UnicodeText.isBlank(fitted)) {
            notes.accept(Message.of("detail.import.without-title", WITHOUT_TITLE));
            return WITHOUT_TITLE;
        }
        if (!fitted.equals(title)) {
            notes.accept(Message.of("detail.import.truncated", "SUMMARY"));
        }
        return fitted;
    }

    /** Returns the location of an export of Haru, if it still exists. */
    private @Nullable Integer knownLocation(CalendarComponent event) {
        ContentLine line = event.property(EventWriter.LOCATION_ID);
        if (line == null || !line.value().matches("\\d{1,9}")) {
            return null;
        }
        int id = Integer.parseInt(line.value());
        return locations.containsKey(id) ? id : null;
    }
}
