package dev.haru.schedule.recurrence;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;
import java.time.temporal.WeekFields;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A random rule and its starts by the definition: all days of each period that meet each BY part. Longer than 120 lines
 * because it judges the production code, so it shares none of its parts.
 *
 * @param numbers the BY parts with numbers
 * @param days the elements of BYDAY
 */
record DayFilter(
        LocalDateTime first,
        String frequency,
        int interval,
        DayOfWeek weekStart,
        Map<String, List<Integer>> numbers,
        List<String> days,
        @Nullable Integer count,
        @Nullable LocalDateTime until) {

    private static final List<String> FREQUENCIES = List.of("DAILY", "WEEKLY", "MONTHLY", "YEARLY");

    static DayFilter random(Random random) {
        LocalDateTime first = LocalDateTime.of(2020, 1, 1, 9, 30).plusDays(random.nextInt(2500));
        String frequency = FREQUENCIES.get(random.nextInt(FREQUENCIES.size()));
        boolean yearly = frequency.equals("YEARLY");
        Map<String, List<Integer>> numbers = new TreeMap<>();
        boolean byWeek = yearly && random.nextInt(5) == 0;
        boolean byYearDay = yearly && !byWeek && random.nextInt(4) == 0;
        add(numbers, "BYMONTH", random, 4, false, 12);
        if (byWeek) {
            add(numbers, "BYWEEKNO", random, 1, true, 53);
        } else if (byYearDay) {
            add(numbers, "BYYEARDAY", random, 1, true, 366);
        }
        if (!frequency.equals("WEEKLY")) {
            add(numbers, "BYMONTHDAY", random, 3, true, 31);
        }
        add(numbers, "BYHOUR", random, 6, false, 23);
        add(numbers, "BYMINUTE", random, 9, false, 59);
        boolean ordinals = (yearly && !byWeek) || frequency.equals("MONTHLY");
        List<String> days = random.nextInt(2) == 0 && !byWeek ? List.of() : days(random, ordinals, frequency);
        if (!byWeek && !(numbers.isEmpty() && days.isEmpty())) {
            add(numbers, "BYSETPOS", random, 5, true, 2);
        }
        int end = random.nextInt(3);
        DayFilter rule = new DayFilter(
                first,
                frequency,
                byWeek ? 1 : 1 + Math.max(0, random.nextInt(6) - 2),
                DayOfWeek.of(1 + random.nextInt(7)),
                numbers,
                days,
                end == 0 ? (Integer) (1 + random.nextInt(40)) : null,
                end == 1 ? first.plusDays(random.nextInt(3000)) : null);
        // A position that no period has is refused.
        return rule.hasPosition() ? rule : random(random);
    }

    private boolean hasPosition() {
        return !numbers.containsKey("BYSETPOS")
                || new DayFilter(first, frequency, 1, weekStart, numbers, days, null, null)
                                .starts(first.toLocalDate().plusYears(12), 1)
                                .size()
                        == 1;
    }

    private static void add(
            Map<String, List<Integer>> numbers, String name, Random random, int rarity, boolean negative, int most) {
        if (random.nextInt(rarity) == 0) {
            List<Integer> values = IntStream.rangeClosed(0, random.nextInt(3))
                    .map(index -> (1 + random.nextInt(most)) * (negative && random.nextInt(3) == 0 ? -1 : 1))
                    .distinct()
                    .boxed()
                    .toList();
            numbers.put(name, values);
        }
    }

    private static List<String> days(Random random, boolean ordinals, String frequency) {
        int most = frequency.equals("MONTHLY") ? 5 : 53;
        return IntStream.rangeClosed(0, random.nextInt(4))
                .mapToObj(index -> {
                    int ordinal = ordinals && random.nextInt(2) == 0 ? random.nextInt(2 * most + 1) - most : 0;
                    return (ordinal == 0 ? "" : String.valueOf(ordinal)) + name(DayOfWeek.of(1 + random.nextInt(7)));
                })
                .distinct()
                .toList();
    }

    private static String name(DayOfWeek day) {
        return day.name().substring(0, 2);
    }

    boolean isEndless() {
        return count == null && until == null;
    }

    List<LocalDateTime> starts(LocalDate end, int most) {
        List<LocalDateTime> starts = new ArrayList<>();
        int limit = count == null ? most : Math.min(most, count);
        for (LocalDate period = start(first.toLocalDate()); period.isBefore(end); period = next(period, interval)) {
            List<LocalDateTime> all = period.datesUntil(next(period, 1))
                    .filter(this::matches)
                    .flatMap(day -> values("BYHOUR", first.getHour()).stream()
                            .flatMap(hour -> values("BYMINUTE", first.getMinute()).stream()
                                    .map(minute -> day.atTime(hour, minute))))
                    .sorted()
                    .toList();
            IntStream.range(0, all.size())
                    .filter(index -> !numbers.containsKey("BYSETPOS")
                            || values("BYSETPOS", 0).contains(index + 1)
                            || values("BYSETPOS", 0).contains(index - all.size()))
                    .mapToObj(all::get)
                    .filter(start -> !start.isBefore(first) && start.isBefore(end.atStartOfDay()))
                    .filter(start -> until == null || !start.isAfter(until))
                    .limit(limit - starts.size())
                    .forEach(starts::add);
        }
        return starts;
    }

    private List<Integer> values(String name, int otherwise) {
        return numbers.getOrDefault(name, List.of(otherwise));
    }

    private LocalDate start(LocalDate day) {
        return switch (frequency) {
            case "DAILY" -> day;
            case "WEEKLY" -> day.with(TemporalAdjusters.previousOrSame(weekStart));
            case "MONTHLY" -> day.withDayOfMonth(1);
            default -> day.withDayOfYear(1);
        };
    }

    private LocalDate next(LocalDate period, int periods) {
        ChronoUnit unit = List.of(ChronoUnit.DAYS, ChronoUnit.WEEKS, ChronoUnit.MONTHS, ChronoUnit.YEARS)
                .get(FREQUENCIES.indexOf(frequency));
        return period.plus(periods, unit);
    }

    private boolean matches(LocalDate day) {
        WeekFields week = WeekFields.of(weekStart, 4);
        int weeks = (int) week.weekOfWeekBasedYear().rangeRefinedBy(day).getMaximum();
        return meets("BYMONTH", day.getMonthValue(), 12)
                && meets("BYWEEKNO", day.get(week.weekOfWeekBasedYear()), weeks)
                && meets("BYYEARDAY", day.getDayOfYear(), day.lengthOfYear())
                && meets("BYMONTHDAY", day.getDayOfMonth(), day.lengthOfMonth())
                && meetsDays(day)
                && meetsFirst(day);
    }

    private boolean meets(String name, int number, int length) {
        List<Integer> values = numbers.get(name);
        return values == null || values.contains(number) || values.contains(number - length - 1);
    }

    private boolean meetsDays(LocalDate day) {
        boolean ofMonth = frequency.equals("MONTHLY") || numbers.containsKey("BYMONTH");
        int number = ofMonth ? day.getDayOfMonth() : day.getDayOfYear();
        int length = ofMonth ? day.lengthOfMonth() : day.lengthOfYear();
        String name = name(day.getDayOfWeek());
        return days.isEmpty()
                || days.contains(name)
                || days.contains((number - 1) / 7 + 1 + name)
                || days.contains(-(length - number) / 7 - 1 + name);
    }

    /** Parts that the rule does not name are those of the first start. */
    private boolean meetsFirst(LocalDate day) {
        if (!days.isEmpty() || numbers.containsKey("BYMONTHDAY") || numbers.containsKey("BYYEARDAY")) {
            return true;
        }
        return switch (frequency) {
            case "DAILY" -> true;
            case "WEEKLY" -> day.getDayOfWeek() == first.getDayOfWeek();
            case "MONTHLY" -> day.getDayOfMonth() == first.getDayOfMonth();
            default ->
                day.getDayOfMonth() == first.getDayOfMonth()
                        && (numbers.containsKey("BYMONTH") || day.getMonth() == first.getMonth());
        };
    }

    @Override
    public String toString() {
        String parts = numbers.entrySet().stream()
                .map(part -> ";" + part.getKey() + "="
                        + part.getValue().stream().map(String::valueOf).collect(Collectors.joining(",")))
                .collect(Collectors.joining());
        return "FREQ=" + frequency + ";INTERVAL=" + interval + ";WKST=" + name(weekStart) + parts
                + (days.isEmpty() ? "" : ";BYDAY=" + String.join(",", days))
                + (count == null ? "" : ";COUNT=" + count)
                + (until == null
                        ? ""
                        : ";UNTIL=" + until.toString().replace("-", "").replace(":", "") + "00");
    }
}
