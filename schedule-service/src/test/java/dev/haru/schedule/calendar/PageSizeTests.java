package dev.haru.schedule.calendar;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PageSizeTests {

    @Test
    void pageEndsAfterTheMaximumNumberOfCharacters() {
        List<Integer> halves = Collections.nCopies(10, PageSize.CHARACTERS / 2);

        assertThat(PageSize.of(halves, 10, Integer::intValue)).isEqualTo(2);
        assertThat(PageSize.of(halves, 1, Integer::intValue)).isEqualTo(1);
        assertThat(PageSize.of(List.of(2 * PageSize.CHARACTERS, 1), 10, Integer::intValue))
                .isEqualTo(1);
        assertThat(PageSize.of(Collections.nCopies(3, 1), 10, Integer::intValue))
                .isEqualTo(3);
        assertThat(PageSize.of(List.<Integer>of(), 10, Integer::intValue)).isZero();
    }

    @Test
    void textsOfASeriesCountForEachChangedOccurrence() {
        Schedule large = seriesWithChanges(100);
        List<Occurrence> found = Collections.nCopies(101, Occurrence.whole(large));
        Window window = Window.of(null, null);

        SchedulePage page = SchedulePage.of(found, 100, window);

        assertThat(page.items()).hasSize(2);
        assertThat(page.nextCursor())
                .isEqualTo(Position.of(Occurrence.whole(large)).toCursor(window));
    }

    private static Schedule seriesWithChanges(int changes) {
        ScheduleTime time =
                ScheduleTime.of(Instant.parse("2026-11-23T09:00:00Z"), Instant.parse("2026-11-23T10:00:00Z"));
        Details details =
                new Details(null, null, null, "a".repeat(8000), null, List.of(), null, null, List.of(), List.of());
        Plan lesson = new Plan("Lesson", 1, time, null, details, null, null);
        LocalDateTime first = LocalDateTime.ofInstant(time.startAt(), ZoneOffset.UTC);
        List<ChangedOccurrence> changed = IntStream.range(0, changes)
                .mapToObj(day -> new ChangedOccurrence(
                        first.plusDays(day),
                        new Plan("Exam", 1, time.at(first.plusDays(day)), null, details, null, null)))
                .toList();
        Series series = Series.of("FREQ=DAILY", List.of(), List.of(), time).withChanged(changed);
        return new Schedule(
                UUID.randomUUID(), UUID.randomUUID(), lesson.withSeries(series), 0, Instant.EPOCH, Instant.EPOCH);
    }
}
