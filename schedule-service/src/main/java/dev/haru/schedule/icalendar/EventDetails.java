package dev.haru.schedule.icalendar;

import dev.haru.platform.json.UnicodeText;
import dev.haru.platform.language.Message;
import dev.haru.schedule.calendar.Details;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Maps the descriptive properties of events. A text that is too long is truncated, with a note. All properties and
 * components that no field of a schedule represents are kept as content lines, so that an export writes them again.
 *
 * <p>Longer than 120 lines because it contains the rules of all properties.
 */
final class EventDetails {

    /** The properties that {@link EventReader}, {@link EventTimes} or this class reads, or that an export replaces. */
    private static final Set<String> REPRESENTED = Set.of(
            "UID",
            "DTSTAMP",
            "CREATED",
            "LAST-MODIFIED",
            "SEQUENCE",
            "DTSTART",
            "DTEND",
            "DURATION",
            "RRULE",
            "RDATE",
            "EXDATE",
            "RECURRENCE-ID",
            "SUMMARY",
            "DESCRIPTION",
            "LOCATION",
            "GEO",
            "COLOR",
            "CATEGORIES",
            "STATUS",
            "TRANSP",
            EventWriter.LOCATION_ID,
            EventWriter.COLOUR);

    private static final int PLACE = 200;
    private static final int DESCRIPTION = 8000;
    private static final int NOTE = 2000;
    private static final int TAGS = 20;
    private static final int TAG = 50;

    private final CalendarComponent event;
    private final Consumer<Message> notes;

    /**
     * Creates the mapping of an event.
     *
     * @param notes receives the changes by the mapping
     */
    EventDetails(CalendarComponent event, Consumer<Message> notes) {
        this.event = event;
        this.notes = notes;
    }

    /** Returns the optional fields of the event. */
    Details details(@Nullable String place) {
        double @Nullable [] position = position();
        String description = description();
        return new Details(
                place,
                position == null ? null : position[0],
                position == null ? null : position[1],
                description == null || description.equals(note()) ? null : description,
                colour(),
                tags(),
                status(),
                transparency(),
                Alarms.reminders(event),
                kept());
    }

    @Nullable String place() {
        return oneLine("LOCATION", PLACE);
    }

    /** Returns the first comment. An export writes a note as comment, too. */
    @Nullable String note() {
        return lines("COMMENT", NOTE);
    }

    private @Nullable String description() {
        return lines("DESCRIPTION", DESCRIPTION);
    }

    private double @Nullable [] position() {
        ContentLine line = event.property("GEO");
        if (line == null) {
            return null;
        }
        String[] parts = line.value().replace("\\;", ";").split(";", -1);
        try {
            double latitude = Double.parseDouble(parts[0]);
            double longitude = parts.length == 2 ? Double.parseDouble(parts[1]) : Double.NaN;
            if (Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180) {
                return new double[] {latitude, longitude};
            }
        } catch (NumberFormatException malformed) {
            // a note, as for a position outside of the earth
        }
        notes.accept(Message.of("detail.import.left-out", "GEO"));
        return null;
    }

    private @Nullable String colour() {
        return Stream.of(EventWriter.COLOUR, "COLOR")
                .map(event::property)
                .filter(Objects::nonNull)
                .flatMap(line -> Colours.find(line.text()).stream())
                .findFirst()
                .orElse(null);
    }

    private List<String> tags() {
        List<String> all = event.properties("CATEGORIES").stream()
                .flatMap(line -> line.texts().stream())
                .map(tag -> Texts.oneLine(tag).strip())
                .map(tag -> UnicodeText.truncated(tag, TAG).strip())
                .filter(tag -> !UnicodeText.isBlank(tag))
                .distinct()
                .toList();
        if (all.size() > TAGS) {
            notes.accept(Message.of("detail.import.truncated", "CATEGORIES"));
        }
        return all.subList(0, Math.min(TAGS, all.size()));
    }

    private @Nullable String status() {
        return keyword("STATUS", Map.of("TENTATIVE", "tentative", "CONFIRMED", "confirmed", "CANCELLED", "cancelled"));
    }

    private @Nullable String transparency() {
        return keyword("TRANSP", Map.of("OPAQUE", "busy", "TRANSPARENT", "free"));
    }

    private @Nullable String keyword(String property, Map<String, String> known) {
        ContentLine line = event.property(property);
        return line == null ? null : known.get(line.value().strip().toUpperCase(Locale.ROOT));
    }

    /** Returns the content lines that an export writes again; the last ones are left out above the maximum size. */
    private List<String> kept() {
        List<String> kept = new ArrayList<>();
        boolean commentRead = false;
        int size = 0;
        List<List<String>> parts = new ArrayList<>();
        for (ContentLine property : event.properties()) {
            boolean isNote = property.name().equals("COMMENT") && !commentRead;
            commentRead |= isNote;
            if (!isNote && !REPRESENTED.contains(property.name())) {
                keep(property.name(), property.hasValidNames(), () -> List.of(CalendarWriter.textOf(property)), parts);
            }
        }
        event.components().stream()
                .filter(component -> !Alarms.isPlain(component))
                .forEach(component -> keep(
                        component.name(), component.hasValidNames(), () -> CalendarWriter.linesOf(component), parts));
        for (List<String> part : parts) {
            int length = part.stream().mapToInt(String::length).sum();
            if (size + length <= CalendarBounds.KEPT) {
                kept.addAll(part);
                size += length;
            } else {
                notes.accept(
                        Message.of("detail.import.left-out", part.getFirst().split("[;:]", 2)[0]));
            }
        }
        event.leftOut().forEach(line -> notes.accept(Message.of("detail.import.long-line", line)));
        return kept;
    }

    /** An export must be able to write what a schedule keeps, and every program to read it. */
    private void keep(String name, boolean valid, Supplier<List<String>> lines, List<List<String>> parts) {
        if (valid) {
            parts.add(lines.get());
        } else {
            notes.accept(Message.of("detail.import.left-out", Texts.excerpt(name)));
        }
    }

    private @Nullable String oneLine(String property, int length) {
        ContentLine line = event.property(property);
        return line == null ? null : fitted(property, Texts.oneLine(line.text()), length);
    }

    private @Nullable String lines(String property, int length) {
        ContentLine line = event.property(property);
        return line == null ? null : fitted(property, Texts.lines(line.text()), length);
    }

    private @Nullable String fitted(String property, String text, int length) {
        String fitted = UnicodeText.truncated(text, length);
        if (UnicodeText.isLongerThan(text, length)) {
            notes.accept(Message.of("detail.import.truncated", property));
        }
        return UnicodeText.isBlank(fitted) ? null : fitted;
    }
}
