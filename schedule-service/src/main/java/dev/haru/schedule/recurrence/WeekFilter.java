package dev.haru.schedule.recurrence;

import java.time.LocalDate;
import java.time.temporal.WeekFields;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The days that meet the parts of a rule with BYWEEKNO. */
final class WeekFilter implements Predicate<LocalDate> {

    private static final Set<String> NUMBERS = Set.of("BYWEEKNO", "BYMONTH", "BYMONTHDAY", "BYYEARDAY");

    private final Map<String, List<Integer>> numbers;
    private final List<String> weekdays;
    private final WeekFields week;
    private final boolean yearMatters;

    WeekFilter(RuleParts parts, WeekFields week) {
        numbers = NUMBERS.stream().filter(parts::has).collect(Collectors.toMap(Function.identity(), parts::numbers));
        weekdays = parts.list("BYDAY");
        this.week = week;
        yearMatters = parts.interval() > 1 || parts.has("BYSETPOS");
    }

    @Override
    public boolean test(LocalDate day) {
        return meetsWeek(day)
                && meets("BYMONTH", day.getMonthValue(), 12)
                && meets("BYMONTHDAY", day.getDayOfMonth(), day.lengthOfMonth())
                && meets("BYYEARDAY", day.getDayOfYear(), day.lengthOfYear())
                && (weekdays.isEmpty() || weekdays.contains(RuleParts.name(day.getDayOfWeek())));
    }

    /** Returns whether a day of the rule is in a week of another year than the calendar year. */
    boolean isOfOtherYear(LocalDate day) {
        return day.get(week.weekBasedYear()) != day.getYear() && test(day);
    }

    /**
     * Returns whether a day is in one of the weeks. Negative numbers count from the last week of a year. If the rule
     * depends on the year of a day, a number below -1 means a week of the day's calendar year only, as in
     * python-dateutil and libical.
     */
    private boolean meetsWeek(LocalDate day) {
        List<Integer> weeks = numbers.getOrDefault("BYWEEKNO", List.of());
        int number = day.get(week.weekOfWeekBasedYear());
        int fromEnd = number
                - 1
                - (int) week.weekOfWeekBasedYear().rangeRefinedBy(day).getMaximum();
        boolean counts = !yearMatters || fromEnd == -1 || day.get(week.weekBasedYear()) == day.getYear();
        return weeks.contains(number) || (counts && weeks.contains(fromEnd));
    }

    /** Returns whether a part contains the number, or the equal negative number, which counts from the last one. */
    private boolean meets(String part, int number, int last) {
        List<Integer> permitted = numbers.get(part);
        return permitted == null || permitted.contains(number) || permitted.contains(number - last - 1);
    }
}
