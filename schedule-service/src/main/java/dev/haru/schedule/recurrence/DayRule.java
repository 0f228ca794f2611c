package dev.haru.schedule.recurrence;

import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.dmfs.rfc5545.DateTime;
import org.dmfs.rfc5545.recur.InvalidRecurrenceRuleException;
import org.dmfs.rfc5545.recur.RecurrenceRule;
import org.dmfs.rfc5545.recur.RecurrenceRule.RfcMode;
import org.dmfs.rfc5545.recur.RecurrenceRuleIterator;
import org.jspecify.annotations.Nullable;

/**
 * The days on which a rule has starts, computed by lib-recur. lib-recur receives only the parts that select days, and
 * begins at a period of the rule instead of at the first start. This avoids the mistakes that docs/recurrence.md lists,
 * and a distant range costs as much as a near one.
 *
 * <p>Longer than 120 lines because it prepares lib-recur's rule and remembers what lib-recur has searched.
 */
final class DayRule {

    private static final Set<String> DAY_PARTS = Set.of("BYMONTH", "BYYEARDAY", "BYMONTHDAY", "BYDAY");

    private static final String ALL_DAYS =
            IntStream.rangeClosed(1, 366).mapToObj(String::valueOf).collect(Collectors.joining(","));

    private final RecurrenceRule rule;
    private final RulePeriods periods;
    private final LocalDate firstPeriod;
    private final @Nullable WeekFilter weekFilter;
    private volatile Gap gap = new Gap(RulePeriods.END, RulePeriods.END);

    /** Prepares the days of a rule that names its days. */
    DayRule(RuleParts parts, LocalDate first) {
        weekFilter = parts.has("BYWEEKNO") ? new WeekFilter(parts, parts.week()) : null;
        // RFC 5545 does not define the year of a week. As in libical, years are calendar years unless the first start
        // is in a week of another year.
        boolean weekYears = weekFilter != null && weekFilter.isOfOtherYear(first);
        periods = new RulePeriods(parts.unit(), parts.interval(), parts.week(), weekYears);
        firstPeriod = periods.with(first);
        rule = ruleOf(parts);
    }

    private RecurrenceRule ruleOf(RuleParts parts) {
        Map<String, String> days = new LinkedHashMap<>();
        days.put("FREQ", parts.frequency());
        days.put("WKST", parts.has("WKST") ? parts.value("WKST") : "MO");
        if (weekFilter != null) {
            // lib-recur adds and loses days of weeks that lie in two months or years. The filter selects from all
            // weeks.
            days.put("FREQ", "WEEKLY");
            days.put("BYDAY", parts.has("BYDAY") ? parts.value("BYDAY") : "MO,TU,WE,TH,FR,SA,SU");
        } else {
            DAY_PARTS.stream().filter(parts::has).forEach(name -> days.put(name, parts.value(name)));
        }
        if (periods.unit() != ChronoUnit.YEARS) {
            days.put("INTERVAL", String.valueOf(periods.interval()));
        } else if (days.containsKey("BYMONTHDAY") && !days.containsKey("BYMONTH")) {
            // Without months, lib-recur expands one month. It filters the days of the year instead.
            days.putIfAbsent("BYYEARDAY", ALL_DAYS);
        }
        try {
            return new RecurrenceRule(new RuleParts(days).toString(), RfcMode.RFC5545_STRICT);
        } catch (InvalidRecurrenceRuleException impossible) {
            throw new IllegalArgumentException(impossible);
        }
    }

    /**
     * Returns the days of each period that has any in ascending order, from the period of a day to that of another, at
     * most until {@link RulePeriods#END}. The search for the next day ends there, too: a rule may match once in 40
     * years, or never.
     */
    Iterator<List<LocalDate>> between(LocalDate from, LocalDate to) {
        return new DayIterator(
                this,
                periods.upTo(firstPeriod, periods.with(from)),
                to.isBefore(RulePeriods.END) ? to : RulePeriods.END);
    }

    /** Returns the days of all periods from the given one on, also of periods that the interval leaves out. */
    RecurrenceRuleIterator daysFrom(LocalDate period) {
        LocalDate start = periods.earliestDay(period);
        synchronized (rule) { // lib-recur writes a part of the rule
            return rule.iterator(new DateTime(start.getYear(), start.getMonthValue() - 1, start.getDayOfMonth()));
        }
    }

    /** Returns whether one of the days of a period with starts is a day of this rule. */
    boolean selects(LocalDate day) {
        return weekFilter == null || weekFilter.test(day);
    }

    /** Returns the first period with starts that is not before another one that lib-recur has found. */
    LocalDate nextWithStarts(LocalDate period) {
        if (periods.unit() != ChronoUnit.YEARS) {
            return period;
        }
        LocalDate last = periods.upTo(firstPeriod, period);
        return last.isBefore(period) ? periods.after(last, 1) : last;
    }

    /** Remembers periods without days, because each list would search them again. */
    void rememberGap(LocalDate from, LocalDate to) {
        Gap known = gap;
        if (from.equals(known.to)) {
            gap = new Gap(known.from, to);
        } else if (known.from.equals(known.to) || from.isBefore(known.from)) {
            gap = new Gap(from, to);
        }
    }

    /** Returns a period, or the first one that may have days if the period is known to have none. */
    LocalDate afterGap(LocalDate period) {
        Gap known = gap;
        return period.isBefore(known.from) || period.isAfter(known.to) ? period : known.to;
    }

    RulePeriods periods() {
        return periods;
    }

    /** Periods without days, from the first, inclusive, to the second, exclusive. */
    private record Gap(LocalDate from, LocalDate to) {}
}
