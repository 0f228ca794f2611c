package dev.haru.schedule.recurrence;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RecurrenceTests {

    private static final LocalDateTime FIRST = LocalDateTime.parse("2026-11-26T09:00");
    private static final LocalDateTime END = LocalDateTime.parse("2199-12-31T00:00");

    @Test
    void additionalStartsMergeInOrderAndOnce() throws InvalidRecurrence {
        Recurrence recurrence = recurrence("FREQ=DAILY;COUNT=3", List.of(at(40), at(2), at(1), at(-1)), List.of());

        assertThat(starts(recurrence)).containsExactly(at(-1), at(0), at(1), at(2), at(40));
        assertThat(recurrence.last(FIRST)).contains(at(40));
    }

    @Test
    void excludedStartsDoNotOccur() throws InvalidRecurrence {
        Recurrence recurrence =
                recurrence("FREQ=DAILY;COUNT=4", List.of(at(9)), List.of(at(0), at(3), at(9), at(5).plusSeconds(1)));

        assertThat(starts(recurrence)).containsExactly(at(1), at(2));
        assertThat(recurrence.last(FIRST)).contains(at(2));
        assertThat(recurrence.contains(FIRST, at(2))).isTrue();
        assertThat(recurrence.contains(FIRST, at(3))).isFalse();
        assertThat(recurrence.contains(FIRST, at(2).plusNanos(1))).isFalse();
    }

    @Test
    void seriesWithoutRuleHasItsFirstAndAdditionalStarts() throws InvalidRecurrence {
        assertThat(starts(recurrence(null, List.of(at(7)), List.of()))).containsExactly(at(0), at(7));
        assertThat(starts(recurrence(null, List.of(at(7)), List.of(at(0))))).containsExactly(at(7));
    }

    @Test
    void firstStartThatDoesNotMatchIsNoStart() throws InvalidRecurrence {
        Recurrence mondays = recurrence("FREQ=WEEKLY;BYDAY=MO;COUNT=2", List.of(), List.of());

        assertThat(starts(mondays)).containsExactly(at(4), at(11));
        assertThat(mondays.contains(FIRST, FIRST)).isFalse();
    }

    @Test
    void endlessSeriesHasNoLastStart() throws InvalidRecurrence {
        assertThat(recurrence("FREQ=YEARLY", List.of(), List.of()).last(FIRST)).isEmpty();
    }

    @Test
    void seriesWithoutOccurrencesEndsWithItsFirstStart() throws InvalidRecurrence {
        Recurrence none = recurrence("FREQ=DAILY;COUNT=1", List.of(), List.of(FIRST));

        assertThat(starts(none)).isEmpty();
        assertThat(none.last(FIRST)).contains(FIRST);
    }

    @Test
    void endlessRuleThatNeverMatchesHasAnEnd() throws InvalidRecurrence {
        assertThat(recurrence("FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30", List.of(), List.of())
                        .last(FIRST))
                .contains(FIRST);
        assertThat(recurrence("FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30", List.of(at(3)), List.of())
                        .last(FIRST))
                .contains(at(3));
    }

    @Test
    void lastStartIsFoundFarBeforeTheEnd() throws InvalidRecurrence {
        Recurrence early = recurrence("FREQ=MONTHLY;INTERVAL=400;UNTIL=21901231", List.of(), List.of());
        Recurrence beyond = recurrence("FREQ=YEARLY;COUNT=9999", List.of(), List.of());

        assertThat(early.last(FIRST)).contains(LocalDateTime.parse("2160-03-26T09:00"));
        assertThat(beyond.last(FIRST)).contains(LocalDateTime.parse("2199-11-26T09:00"));
    }

    @Test
    void rangeIsHalfOpen() throws InvalidRecurrence {
        Recurrence daily = recurrence("FREQ=DAILY", List.of(at(2).plusHours(1), at(4)), List.of());

        assertThat(list(daily, at(2), at(4))).containsExactly(at(2), at(2).plusHours(1), at(3));
        assertThat(list(daily, at(-9), at(0))).isEmpty();
    }

    @Test
    void equalTextsAreEqual() throws InvalidRecurrence {
        assertThat(recurrence("FREQ=DAILY", List.of(at(2), at(1)), List.of()))
                .isEqualTo(recurrence("freq=daily;", List.of(at(1), at(2), at(2)), List.of()))
                .isNotEqualTo(recurrence("FREQ=WEEKLY", List.of(at(2), at(1)), List.of()));
    }

    private static Recurrence recurrence(
            @Nullable String rule, List<LocalDateTime> additional, List<LocalDateTime> excluded)
            throws InvalidRecurrence {
        return new Recurrence(
                rule == null ? null : RecurrenceRule.parse(rule, FIRST, false, ZoneOffset.UTC), additional, excluded);
    }

    private static LocalDateTime at(int days) {
        return FIRST.plusDays(days);
    }

    private static List<LocalDateTime> starts(Recurrence recurrence) {
        return list(recurrence, LocalDateTime.parse("1970-01-01T00:00"), END);
    }

    private static List<LocalDateTime> list(Recurrence recurrence, LocalDateTime from, LocalDateTime to) {
        List<LocalDateTime> list = new ArrayList<>();
        recurrence.starts(FIRST, from, to).forEachRemaining(list::add);
        return list;
    }
}
