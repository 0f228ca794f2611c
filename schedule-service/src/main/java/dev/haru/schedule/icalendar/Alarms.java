package dev.haru.schedule.icalendar;

import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Maps alarms (<a href="https://www.rfc-editor.org/rfc/rfc5545#section-3.6.6">RFC 5545, section 3.6.6</a>). A reminder
 * represents an alarm a number of minutes before the start. An alarm with other properties than those of {@link #write}
 * is also kept, and an export writes it unless the member removed the reminder.
 */
final class Alarms {

    static final String ALARM = "VALARM";

    private static final int REMINDERS = 5;
    private static final Set<String> PLAIN = Set.of("ACTION", "DESCRIPTION", "TRIGGER");

    /** Four weeks, the longest time before the start that a reminder may have. */
    private static final int LONGEST_MINUTES = 28 * 24 * 60;

    private Alarms() {}

    /** Returns the minutes of the first alarms of an event that reminders represent. */
    static List<Integer> reminders(CalendarComponent event) {
        return event.components().stream()
                .filter(component -> component.name().equals(ALARM))
                .flatMapToInt(alarm -> minutesBeforeStart(alarm).stream())
                .distinct()
                .limit(REMINDERS)
                .sorted()
                .boxed()
                .toList();
    }

    /** Returns how many minutes before the start the alarm is; empty if no reminder represents the alarm. */
    static OptionalInt minutesBeforeStart(CalendarComponent alarm) {
        ContentLine trigger = alarm.property("TRIGGER");
        if (trigger == null || "END".equalsIgnoreCase(trigger.parameter("RELATED"))) {
            return OptionalInt.empty();
        }
        Duration before = DurationValue.parse(trigger.value())
                .map(duration -> duration.nominal().negated())
                .orElse(Duration.ofSeconds(-1));
        return before.isNegative() || before.toSecondsPart() != 0 || before.toMinutes() > LONGEST_MINUTES
                ? OptionalInt.empty()
                : OptionalInt.of((int) before.toMinutes());
    }

    /** Whether a reminder represents the whole component. */
    static boolean isPlain(CalendarComponent component) {
        ContentLine action = component.property("ACTION");
        return component.name().equals(ALARM)
                && component.components().isEmpty()
                && action != null
                && action.value().equalsIgnoreCase("DISPLAY")
                && component.properties().stream().allMatch(property -> PLAIN.contains(property.name()))
                && minutesBeforeStart(component).isPresent();
    }

    /** Writes an alarm of a reminder that came from no file. */
    static void write(CalendarWriter out, int minutes, String title) {
        out.begin(ALARM);
        out.write(ContentLine.of("ACTION", "DISPLAY"));
        out.write(ContentLine.ofText("DESCRIPTION", title));
        out.write(ContentLine.of("TRIGGER", "-PT" + minutes + "M"));
        out.end(ALARM);
    }
}
