package dev.haru.schedule.template;

import dev.haru.schedule.calendar.Bookings;
import dev.haru.schedule.calendar.Plan;
import jakarta.persistence.Embeddable;
import java.time.Duration;
import java.time.ZonedDateTime;
import org.jspecify.annotations.Nullable;

/**
 * One of the schedules that an adoption of a template creates.
 *
 * @param startsAfterMinutes minutes after the start of the adoption; 1440 minutes are one calendar day
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

    /**
     * Returns the plan of the schedule.
     *
     * @param adoption the start of the adoption in the time zone of the member
     */
    Plan plan(ZonedDateTime adoption) {
        ZonedDateTime start =
                adoption.plusDays(startsAfterMinutes / MINUTES_OF_DAY).plusMinutes(startsAfterMinutes % MINUTES_OF_DAY);
        Duration duration = Duration.ofMinutes(durationMinutes);
        return recurrenceRule == null
                ? new Plan(
                        title,
                        locationId,
                        start.toInstant(),
                        start.plus(duration).toInstant(),
                        note)
                : Bookings.series(title, locationId, start, duration, note, recurrenceRule);
    }
}
