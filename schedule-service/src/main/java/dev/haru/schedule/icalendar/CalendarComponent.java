package dev.haru.schedule.icalendar;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A component of an iCalendar file, such as VEVENT (RFC 5545, section 3.6), with its properties and the components in
 * it.
 *
 * @param name the name in capital letters
 * @param line the number of its first line in the file, from 1
 * @param malformed the numbers of lines in it that are not content lines
 * @param leftOut the numbers of lines in it that are longer than {@link CalendarBounds#LINE_OCTETS}
 */
record CalendarComponent(
        String name,
        int line,
        List<ContentLine> properties,
        List<CalendarComponent> components,
        List<Integer> malformed,
        List<Integer> leftOut) {

    static CalendarComponent at(String name, int line) {
        return new CalendarComponent(
                name, line, new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    }

    /** Returns the first property with this name; null without one. */
    @Nullable ContentLine property(String property) {
        for (ContentLine candidate : properties) {
            if (candidate.name().equals(property)) {
                return candidate;
            }
        }
        return null;
    }

    /** Returns all properties with this name, in their order. */
    List<ContentLine> properties(String property) {
        return properties.stream()
                .filter(candidate -> candidate.name().equals(property))
                .toList();
    }

    boolean has(String property) {
        return property(property) != null;
    }

    /** Whether all names in the component have the form that RFC 5545 requires. */
    boolean hasValidNames() {
        return ContentLine.isName(name)
                && properties.stream().allMatch(ContentLine::hasValidNames)
                && components.stream().allMatch(CalendarComponent::hasValidNames);
    }
}
