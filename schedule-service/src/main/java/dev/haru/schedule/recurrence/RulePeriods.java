package dev.haru.schedule.recurrence;

import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.time.temporal.WeekFields;

/**
 * The periods of a frequency: days, weeks, months or years. The first day of a period identifies it.
 *
 * @param interval the number of periods from one that has starts to the next one
 * @param weekYears whether a year consists of whole weeks, so that it can begin or end in another calendar year
 */
record RulePeriods(ChronoUnit unit, int interval, WeekFields week, boolean weekYears) {

    /** The end of the expansion: past the calendar's last instant in each zone. */
    static final LocalDate END = LocalDate.of(2200, 1, 2);

    /** Returns the period that contains a day. */
    LocalDate with(LocalDate day) {
        return switch (unit) {
            case YEARS -> LocalDate.of(weekYears ? day.get(week.weekBasedYear()) : day.getYear(), 1, 1);
            case MONTHS -> day.withDayOfMonth(1);
            case WEEKS -> day.with(week.dayOfWeek(), 1);
            default -> day;
        };
    }

    /** Returns the first day that can belong to a period: a year's first week can begin in the year before. */
    LocalDate earliestDay(LocalDate period) {
        return weekYears ? period.minusWeeks(1) : period;
    }

    /** Returns the last period with starts that is not after another period, or the first one. */
    LocalDate upTo(LocalDate first, LocalDate period) {
        long periods = Math.max(0, unit.between(first, period));
        return first.plus(periods - periods % interval, unit);
    }

    /** Returns the period after a number of periods with starts. */
    LocalDate after(LocalDate period, long number) {
        return period.plus(number * interval, unit);
    }
}
