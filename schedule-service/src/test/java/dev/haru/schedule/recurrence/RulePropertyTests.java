package dev.haru.schedule.recurrence;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Compares random rules with {@link DayFilter}, an expansion that tests each day and computes nothing. */
class RulePropertyTests {

    private static final int RULES = 400;
    private static final int MOST = 60;
    private static final LocalDate END = LocalDate.of(2050, 1, 1);

    @Test
    void randomRulesGiveTheStartsOfTheDayFilter() throws InvalidRecurrence {
        Random random = new Random(20_261_126);
        for (int i = 0; i < RULES; i++) {
            DayFilter rule = DayFilter.random(random);
            Recurrence recurrence = recurrence(rule);

            List<LocalDateTime> starts = list(recurrence.starts(rule.first(), rule.first(), END.atStartOfDay()), MOST);

            assertThat(starts).as("%s from %s", rule, rule.first()).isEqualTo(rule.starts(END, MOST));
        }
    }

    @Test
    void eachRangeHasTheStartsOfTheWholeThatLieInIt() throws InvalidRecurrence {
        Random random = new Random(33);
        for (int i = 0; i < RULES; i++) {
            DayFilter rule = DayFilter.random(random);
            Recurrence recurrence = recurrence(rule);
            List<LocalDateTime> all = list(recurrence.starts(rule.first(), rule.first(), END.atStartOfDay()), MOST);
            if (all.isEmpty()) {
                continue;
            }
            LocalDateTime from = all.get(random.nextInt(all.size())).plusSeconds(random.nextInt(2));
            LocalDateTime to = all.get(random.nextInt(all.size()));

            assertThat(list(recurrence.starts(rule.first(), from, to), MOST))
                    .as("%s from %s: %s to %s", rule, rule.first(), from, to)
                    .isEqualTo(all.stream()
                            .filter(start -> !start.isBefore(from) && start.isBefore(to))
                            .toList());
            assertThat(recurrence.contains(rule.first(), from)).isEqualTo(all.contains(from));
        }
    }

    @Test
    void lastStartIsTheLastOfAllStarts() throws InvalidRecurrence {
        Random random = new Random(4);
        for (int i = 0; i < RULES; i++) {
            DayFilter rule = DayFilter.random(random);
            Recurrence recurrence = recurrence(rule);
            LocalDateTime end = RulePeriods.END.atStartOfDay();

            if (!rule.isEndless()) {
                List<LocalDateTime> all = list(recurrence.starts(rule.first(), rule.first(), end), Integer.MAX_VALUE);
                assertThat(recurrence.last(rule.first()))
                        .as("%s from %s", rule, rule.first())
                        .contains(all.isEmpty() ? rule.first() : all.getLast());
            }
        }
    }

    private static Recurrence recurrence(DayFilter rule) throws InvalidRecurrence {
        RecurrenceRule parsed = RecurrenceRule.parse(rule.toString(), rule.first(), false, ZoneOffset.UTC);
        return new Recurrence(parsed, List.of(), List.of());
    }

    private static List<LocalDateTime> list(Iterator<LocalDateTime> starts, int most) {
        List<LocalDateTime> list = new ArrayList<>();
        IntStream.range(0, most).takeWhile(index -> starts.hasNext()).forEach(index -> list.add(starts.next()));
        return list;
    }
}
