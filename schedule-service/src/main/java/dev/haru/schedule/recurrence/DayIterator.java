package dev.haru.schedule.recurrence;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.dmfs.rfc5545.recur.RecurrenceRuleIterator;
import org.jspecify.annotations.Nullable;

/** The days of each period that has any. The last period is the one that contains the end. */
final class DayIterator implements Iterator<List<LocalDate>> {

    /** lib-recur gives up after at least this many periods without a day. */
    private static final int EXAMINED_PERIODS = 1_000;

    private static final long DAY_MILLIS = 86_400_000;

    private final DayRule rule;
    private final LocalDate end;
    private LocalDate period;
    private @Nullable RecurrenceRuleIterator days;
    private boolean foundAny;
    private @Nullable LocalDate next;

    /** @param end days of this day's period are the last ones; none is at or after {@link RulePeriods#END} */
    DayIterator(DayRule rule, LocalDate period, LocalDate end) {
        this.rule = rule;
        this.period = period;
        this.end = end;
        next = advance();
    }

    @Override
    public boolean hasNext() {
        return next != null;
    }

    @Override
    public List<LocalDate> next() {
        LocalDate day = next;
        if (day == null) {
            throw new NoSuchElementException();
        }
        List<LocalDate> result = new ArrayList<>();
        LocalDate ofDay = rule.periods().with(day);
        period = ofDay;
        do {
            result.add(day);
            day = advance();
        } while (day != null && rule.periods().with(day).equals(ofDay));
        next = day;
        return result;
    }

    private @Nullable LocalDate advance() {
        while (begins(period)) {
            LocalDate withDays = rule.afterGap(period);
            if (days == null && period.isBefore(withDays)) {
                period = withDays;
                continue;
            }
            try {
                LocalDate day = nextDay();
                LocalDate ofDay = rule.periods().with(day);
                if (!begins(ofDay) || !day.isBefore(RulePeriods.END)) {
                    return null;
                }
                if (!ofDay.isBefore(period)) {
                    period = rule.nextWithStarts(ofDay);
                    foundAny = true;
                    if (ofDay.isBefore(period)) {
                        days = null; // lib-recur would iterate over the years that the interval leaves out
                    } else if (rule.selects(day)) {
                        return day;
                    }
                }
            } catch (IllegalArgumentException | IllegalStateException noneFound) {
                LocalDate examined = rule.periods().after(period, EXAMINED_PERIODS);
                rule.rememberGap(foundAny ? rule.periods().after(period, 1) : period, examined);
                period = examined;
                days = null;
            }
        }
        return null;
    }

    private boolean begins(LocalDate some) {
        return !rule.periods().earliestDay(some).isAfter(end);
    }

    private LocalDate nextDay() {
        if (days == null) {
            days = rule.daysFrom(period);
            foundAny = false;
        } else {
            days.nextMillis();
        }
        return LocalDate.ofEpochDay(Math.floorDiv(days.peekMillis(), DAY_MILLIS));
    }
}
