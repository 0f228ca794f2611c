package dev.haru.schedule.calendar;

import java.time.Instant;
import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;

/**
 * A schedule at one time: a single schedule, or an occurrence of a series.
 *
 * @param originalStart the local start that the series gives the occurrence; null: the schedule is no series
 * @param changedPlan the plan of an occurrence that differs from the series; null: it does not differ
 */
record Occurrence(
        Schedule schedule,
        Instant startAt,
        Instant endAt,
        @Nullable LocalDateTime originalStart,
        @Nullable Plan changedPlan) {

    /** Returns a single schedule, or a series as a whole, as one item of a list. */
    static Occurrence whole(Schedule schedule) {
        return new Occurrence(schedule, schedule.startAt(), schedule.endAt(), null, null);
    }

    /** Returns an occurrence that the series gives. */
    static Occurrence of(Schedule series, LocalDateTime originalStart) {
        ScheduleTime time = series.plan().time();
        return new Occurrence(series, time.instant(originalStart), time.endAt(originalStart), originalStart, null);
    }

    static Occurrence changed(Schedule series, ChangedOccurrence changed) {
        Plan plan = changed.plan();
        return new Occurrence(series, plan.startAt(), plan.endAt(), changed.originalStart(), plan);
    }

    /** Returns the plan of this occurrence alone, without a series. An expansion does not need it. */
    Plan plan() {
        if (changedPlan != null) {
            return changedPlan;
        }
        return originalStart == null ? schedule.plan() : PlanJson.occurrence(schedule.plan(), originalStart);
    }

    /** Returns about how many characters the occurrence has as JSON. */
    int characters() {
        return plan().characters();
    }

    /** Returns the reference of an occurrence of a series; null for a schedule that is no series. */
    @Nullable OccurrenceReference reference() {
        return originalStart == null
                ? null
                : new OccurrenceReference(
                        TimeText.of(originalStart, schedule.plan().time().form()), changedPlan != null);
    }
}
