package dev.haru.schedule.icalendar;

import dev.haru.platform.language.Message;
import dev.haru.schedule.calendar.Plan;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an entry of a file becomes.
 *
 * @param plans the schedules, each with its UID: none if all components were refused, several if the file has changed
 *     occurrences without their series
 * @param parts the components in the order of the file
 */
record MappedEntry(List<Plan> plans, List<Part> parts) {

    /**
     * A component.
     *
     * @param plan the index of the plan that contains it; -1 if it was refused
     * @param refusal why it was refused; null if a plan contains it
     * @param notes the changes by the mapping
     */
    record Part(
            CalendarComponent component, int plan, @Nullable Message refusal, List<Message> notes) {}
}
