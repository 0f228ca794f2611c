package dev.haru.schedule.recurrence;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.time.temporal.WeekFields;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/**
 * The parts of a rule that {@link RuleParser} has read.
 *
 * @param values the value of each part by the name of the part, in the order of the text
 */
record RuleParts(Map<String, String> values) {

    /** The period of each frequency. */
    static final Map<String, ChronoUnit> UNITS = Map.of(
            "DAILY", ChronoUnit.DAYS,
            "WEEKLY", ChronoUnit.WEEKS,
            "MONTHLY", ChronoUnit.MONTHS,
            "YEARLY", ChronoUnit.YEARS);

    private static final Map<String, DayOfWeek> WEEKDAYS =
            Arrays.stream(DayOfWeek.values()).collect(Collectors.toMap(RuleParts::name, day -> day));

    /**
     * Returns the rule with the parts that RFC 5545 takes from the first start: the weekday, or the day of the month
     * and the month.
     */
    RuleParts withDays(LocalDate first) {
        if (unit() == ChronoUnit.DAYS || has("BYYEARDAY") || has("BYMONTHDAY") || has("BYDAY")) {
            return this;
        }
        Map<String, String> named = new LinkedHashMap<>(values);
        if (unit() == ChronoUnit.WEEKS || has("BYWEEKNO")) {
            named.put("BYDAY", name(first.getDayOfWeek()));
        } else {
            named.put("BYMONTHDAY", String.valueOf(first.getDayOfMonth()));
            if (unit() == ChronoUnit.YEARS) {
                named.putIfAbsent("BYMONTH", String.valueOf(first.getMonthValue()));
            }
        }
        return new RuleParts(named);
    }

    /** Returns the name of a weekday in BYDAY. */
    static String name(DayOfWeek day) {
        return day.name().substring(0, 2);
    }

    boolean has(String name) {
        return values.containsKey(name);
    }

    /** Returns the value of a part; empty if the rule does not have it. */
    String value(String name) {
        return values.getOrDefault(name, "");
    }

    String frequency() {
        return value("FREQ");
    }

    /** Returns the period of the frequency. */
    ChronoUnit unit() {
        return Objects.requireNonNull(UNITS.get(frequency()));
    }

    int interval() {
        return number("INTERVAL").orElse(1);
    }

    OptionalInt count() {
        return number("COUNT");
    }

    /** Returns the weeks of the rule. Week 1 of a year has at least four days in it (BYWEEKNO in RFC 5545). */
    WeekFields week() {
        return WeekFields.of(WEEKDAYS.getOrDefault(value("WKST"), DayOfWeek.MONDAY), 4);
    }

    private OptionalInt number(String name) {
        return numbers(name).stream().mapToInt(number -> number).findFirst();
    }

    /** Returns the numbers of a list in their order, without duplicates; empty if the rule does not have the part. */
    List<Integer> numbers(String name) {
        return list(name).stream().map(Integer::valueOf).distinct().toList();
    }

    /** Returns the elements of a list without duplicates; empty if the rule does not have the part. */
    List<String> list(String name) {
        return has(name) ? Arrays.stream(value(name).split(",")).distinct().toList() : List.of();
    }

    /** Returns the rule as text. */
    @Override
    public String toString() {
        return values.entrySet().stream()
                .map(part -> part.getKey() + "=" + part.getValue())
                .collect(Collectors.joining(";"));
    }
}
