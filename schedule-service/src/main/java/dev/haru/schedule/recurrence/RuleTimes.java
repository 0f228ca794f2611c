package dev.haru.schedule.recurrence;

import java.time.LocalTime;
import java.util.stream.IntStream;

/**
 * The times of the day at which a rule has starts, in ascending order. There may be ten thousand, so it computes each
 * of them from its parts.
 */
final class RuleTimes {

    private static final int LAST_SECOND = 59;

    private final int[] hours;
    private final int[] minutes;
    private final int[] seconds;
    private final int nano;

    private RuleTimes(int[] hours, int[] minutes, int[] seconds, int nano) {
        this.hours = hours;
        this.minutes = minutes;
        this.seconds = seconds;
        this.nano = nano;
    }

    /**
     * Returns the times of a rule. Parts that the rule does not name are those of the first start.
     *
     * @param dates whether the starts are dates, for which the parts of a time have no effect
     */
    static RuleTimes of(RuleParts parts, LocalTime first, boolean dates) {
        return new RuleTimes(
                numbers(parts, "BYHOUR", first.getHour(), dates),
                numbers(parts, "BYMINUTE", first.getMinute(), dates),
                numbers(parts, "BYSECOND", first.getSecond(), dates),
                first.getNano());
    }

    private static int[] numbers(RuleParts parts, String name, int otherwise, boolean dates) {
        IntStream numbers = parts.has(name) && !dates
                ? parts.numbers(name).stream().mapToInt(Integer::intValue)
                : IntStream.of(otherwise);
        // A leap second is the second before it (RFC 5545, section 3.3.12). Hours and minutes have lower maximums.
        return numbers.map(number -> Math.min(number, LAST_SECOND))
                .sorted()
                .distinct()
                .toArray();
    }

    /** Returns the number of times. */
    int size() {
        return hours.length * minutes.length * seconds.length;
    }

    /** Returns the time at an index, from 0. */
    LocalTime get(int index) {
        int minuteIndex = index / seconds.length;
        return LocalTime.of(
                hours[minuteIndex / minutes.length],
                minutes[minuteIndex % minutes.length],
                seconds[index % seconds.length],
                nano);
    }
}
