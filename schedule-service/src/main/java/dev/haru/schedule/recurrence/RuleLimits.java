package dev.haru.schedule.recurrence;

import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Stream;

/** The limits of a rule. They are checked by counting the parts, before anything is expanded. */
final class RuleLimits {

    private static final int HIGHEST_COUNT = 10_000;

    /**
     * The longest interval of each unit: 19 to 200 years. lib-recur examines up to 4,320 periods to find a day, and its
     * years have 18 bits. It iterates over each year of a yearly rule.
     */
    private static final Map<ChronoUnit, Integer> LONGEST_INTERVALS = Map.of(
            ChronoUnit.DAYS, 10_000,
            ChronoUnit.WEEKS, 1_000,
            ChronoUnit.MONTHS, 500,
            ChronoUnit.YEARS, 200);

    /** The maximum number of starts in a year before BYSETPOS selects some of them: all of these are computed. */
    private static final int MOST_STARTS = 10_000;

    private static final int MONTHS = 12;
    private static final int WEEKS = 54;
    private static final int WEEKS_OF_MONTH = 5;
    private static final int YEAR_DAYS = 366;

    private final RuleParts parts;

    private RuleLimits(RuleParts parts) {
        this.parts = parts;
    }

    /** Checks a rule that names its days. */
    static void check(RuleParts parts, boolean dates) throws InvalidRecurrence {
        new RuleLimits(parts).check(dates);
    }

    private void check(boolean dates) throws InvalidRecurrence {
        int longestInterval = LONGEST_INTERVALS.getOrDefault(parts.unit(), 1);
        if (parts.interval() > longestInterval) {
            throw InvalidRecurrence.above("INTERVAL", longestInterval);
        }
        if (parts.count().orElse(0) > HIGHEST_COUNT) {
            throw InvalidRecurrence.above("COUNT", HIGHEST_COUNT);
        }
        int times = dates ? 1 : factor("BYHOUR") * factor("BYMINUTE") * factor("BYSECOND");
        if ((long) daysOfYear() * times > MOST_STARTS) {
            throw InvalidRecurrence.tooOften(longestOf("BYHOUR", "BYMINUTE", "BYSECOND"), MOST_STARTS);
        }
        int positions = daysOfPeriod() * times;
        if (parts.has("BYSETPOS")
                && parts.numbers("BYSETPOS").stream().allMatch(position -> Math.abs(position) > positions)) {
            throw InvalidRecurrence.noSuchPosition();
        }
    }

    private int factor(String name) {
        return Math.max(1, parts.numbers(name).size());
    }

    private String longestOf(String... names) {
        return Stream.of(names).max(Comparator.comparingInt(this::factor)).orElseThrow();
    }

    /** Returns the maximum number of days of a year on which the rule has starts. */
    private int daysOfYear() {
        int periods = switch (parts.unit()) {
            case YEARS -> 1;
            case MONTHS -> atLeastOne(MONTHS);
            case WEEKS -> atLeastOne(WEEKS);
            default -> atLeastOne(YEAR_DAYS);
        };
        return Math.min(periods * daysOfPeriod(), days(YEAR_DAYS, MONTHS, WEEKS));
    }

    private int atLeastOne(int periods) {
        return Math.ceilDiv(periods, parts.interval());
    }

    private int daysOfPeriod() {
        return switch (parts.unit()) {
            case YEARS -> days(YEAR_DAYS, MONTHS, WEEKS);
            case MONTHS -> days(31, 1, WEEKS_OF_MONTH);
            case WEEKS -> days(7, 1, 1);
            default -> 1;
        };
    }

    /**
     * Returns the maximum number of days of a period that the BY parts permit.
     *
     * @param days the days of the period
     */
    private int days(int days, int monthsOfPeriod, int weeksOfPeriod) {
        int months = parts.has("BYMONTH") ? Math.min(monthsOfPeriod, factor("BYMONTH")) : monthsOfPeriod;
        int weeks = parts.has("BYWEEKNO") ? Math.min(weeksOfPeriod, factor("BYWEEKNO")) : weeksOfPeriod;
        int fewest = Math.min(Math.min(days, 31 * months), 7 * weeks);
        if (parts.has("BYYEARDAY")) {
            fewest = Math.min(fewest, factor("BYYEARDAY"));
        }
        if (parts.has("BYMONTHDAY")) {
            fewest = Math.min(fewest, months * factor("BYMONTHDAY"));
        }
        if (parts.has("BYDAY")) {
            int weekdays = (int) parts.list("BYDAY").stream()
                    .filter(day -> day.length() == 2)
                    .count();
            int ordinals = parts.list("BYDAY").size() - weekdays;
            boolean ofYear = parts.unit() == ChronoUnit.YEARS && !parts.has("BYMONTH");
            fewest = Math.min(fewest, weekdays * weeks + ordinals * (ofYear ? 1 : months));
        }
        return fewest;
    }
}
