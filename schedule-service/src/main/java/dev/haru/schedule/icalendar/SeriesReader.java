package dev.haru.schedule.icalendar;

import dev.haru.platform.language.Message;
import dev.haru.schedule.calendar.Plan;
import dev.haru.schedule.calendar.Series;
import dev.haru.schedule.calendar.TimeForm;
import dev.haru.schedule.recurrence.InvalidRecurrence;
import dev.haru.schedule.recurrence.RecurrenceRule;
import java.time.LocalDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Maps the properties of a recurrence (RRULE, RDATE and EXDATE in RFC 5545). */
final class SeriesReader {

    private final EventTimes times;

    SeriesReader(EventTimes times) {
        this.times = times;
    }

    /**
     * Returns the series of an event, without changed occurrences; null if the event does not recur.
     *
     * @param plan the plan of the event
     */
    @Nullable Series read(CalendarComponent event, Plan plan) {
        List<ContentLine> rules = event.properties("RRULE");
        if (rules.size() > 1) {
            throw ComponentRefused.because(Message.of("detail.import.several", "RRULE"));
        }
        if (event.has("EXRULE")) {
            throw ComponentRefused.because(Message.of("detail.import.unsupported", "EXRULE"));
        }
        String rule = rules.isEmpty() ? null : ruleOf(rules.getFirst(), plan);
        List<LocalDateTime> additional = times.additional(event, plan.time());
        return rule == null && additional.isEmpty()
                ? null
                : new Series(rule, additional, times.excluded(event, plan.time()), List.of());
    }

    /** Returns the original start of a changed occurrence, which the series must have. */
    LocalDateTime originalStart(CalendarComponent change, Plan plan, Series series) {
        ContentLine id = EntryReader.required(change, EntryReader.RECURRENCE_ID);
        LocalDateTime original = times.startIn(plan.time(), times.value(id));
        if (!series.recurrence(plan.time()).contains(plan.time().start(), original)) {
            throw ComponentRefused.because(Message.of("detail.import.no-occurrence", Texts.excerpt(id.value())));
        }
        return original;
    }

    private static String ruleOf(ContentLine line, Plan plan) {
        try {
            return RecurrenceRule.parse(
                            line.value().strip(),
                            plan.time().start(),
                            plan.time().form() == TimeForm.DATES,
                            plan.time().zone())
                    .text();
        } catch (InvalidRecurrence invalid) {
            throw ComponentRefused.because(invalid.problem());
        }
    }
}
