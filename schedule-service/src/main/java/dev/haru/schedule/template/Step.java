package dev.haru.schedule.template;

import dev.haru.schedule.calendar.Bookings;
import dev.haru.schedule.calendar.Plan;
import jakarta.persistence.Embeddable;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import org.jspecify.annotations.Nullable;

/**
 * One of the schedules that an adoption of a template creates.
 *
 * @param startsAfterMinutes minutes after the start of the adoption; 1440 minutes are one calendar day
 * @param durationMinutes a multiple of 1440 means calendar days, except in a series; any other duration is exact
 * @param recurrenceRule the rule of a series, which the first schedule begins; null: a single schedule
 */
@Embeddable
record Step(
        String title,
        int startsAfterMinutes,
        int durationMinutes,
        int locationId,
        @Nullable String note,
        @Nullable String recurrenceRule) {

    private static final int MINUTES_OF_DAY = 24 * 60;

    private static final Duration LONGEST = Duration.ofMinutes(TemplateForm.MAX_DURATION_MINUTES);

    /**
     * Returns the plan of the schedule.
     *
     * @param adoption the start of the adoption in the time zone of the member
     */
    Plan plan(ZonedDateTime adoption) {
        ZonedDateTime start = after(adoption, startsAfterMinutes);
        Duration duration = Duration.ofMinutes(durationMinutes);
        return recurrenceRule == null
                ? new Plan(title, locationId, start.toInstant(), end(adoption, start, duration), note)
                : Bookings.series(title, locationId, start, duration, note, recurrenceRule);
    }

    /**
     * Returns the end. Whole days end where an item begins that starts so many days later. A zone may skip such a day,
     * as Samoa skipped 2011-12-30; the end is then the exact one.
     */
    private Instant end(ZonedDateTime adoption, ZonedDateTime start, Duration duration) {
        Instant exact = start.plus(duration).toInstant();
        if (durationMinutes % MINUTES_OF_DAY != 0) {
            return exact;
        }
        Instant end = after(adoption, startsAfterMinutes + durationMinutes).toInstant();
        // The clocks may add an hour to the longest plan, and no schedule is longer.
        Duration whole = Duration.between(start.toInstant(), end);
        return whole.isPositive() && whole.compareTo(LONGEST) <= 0 ? end : exact;
    }

    private static ZonedDateTime after(ZonedDateTime adoption, int minutes) {
        return adoption.plusDays(minutes / MINUTES_OF_DAY).plusMinutes(minutes % MINUTES_OF_DAY);
    }
}
