package dev.haru.schedule.recurrence;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDateTime;
import java.util.List;
import org.junit.jupiter.api.Test;

class StartListTests {

    private static final LocalDateTime BEFORE_1970 = LocalDateTime.parse("1969-12-31T23:59:59.999999");
    private static final LocalDateTime NINE = LocalDateTime.parse("2026-11-23T09:00");
    private static final LocalDateTime LAST = LocalDateTime.parse("2200-01-01T14:00:00.000001");

    @Test
    void startsAreSortedAndDistinct() {
        assertThat(StartList.of(List.of(LAST, NINE, BEFORE_1970, NINE)))
                .isEqualTo(List.of(BEFORE_1970, NINE, LAST))
                .hasSameHashCodeAs(List.of(BEFORE_1970, NINE, LAST));
    }

    @Test
    void containsItsStartsOnly() {
        StartList starts = StartList.of(List.of(NINE, LAST));

        assertThat(starts.contains(LAST)).isTrue();
        assertThat(starts.contains(NINE.plusNanos(1000))).isFalse();
        assertThat(StartList.of(List.of()).contains(NINE)).isFalse();
    }

    @Test
    void rangeIsHalfOpen() {
        StartList starts = StartList.of(List.of(BEFORE_1970, NINE, LAST));

        assertThat(starts.between(BEFORE_1970, LAST)).containsExactly(BEFORE_1970, NINE);
        assertThat(starts.between(NINE, NINE.plusNanos(1))).containsExactly(NINE);
        assertThat(starts.between(NINE.plusNanos(1), NINE)).isEmpty();
    }
}
