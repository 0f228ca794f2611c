package dev.haru.schedule.recurrence;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RememberedStartsTests {

    private static final LocalDateTime BEGIN = LocalDateTime.parse("2026-11-01T00:00");
    private static final int RANGES = 2_000;

    private int ranges;
    private int computed;

    @Test
    void rangesHaveTheStartsOfTheSourceInAnyOrderOfReading() {
        Random random = new Random(33);
        for (int everyHours : new int[] {1, 7, 24, 24 * 7, 24 * 400}) {
            RememberedStarts remembered = new RememberedStarts((from, to) -> source(everyHours, from, to));
            for (int i = 0; i < RANGES; i++) {
                LocalDateTime from = BEGIN.plusHours(random.nextInt(24 * 90));
                LocalDateTime to = from.plusHours(random.nextInt(24 * 80));
                assertThat(list(remembered.between(from, to)))
                        .as("every %d hours, %s to %s", everyHours, from, to)
                        .isEqualTo(list(source(everyHours, from, to)));
            }
        }
    }

    @Test
    void nextPageOfARangeIsNotComputedAgain() {
        RememberedStarts remembered = new RememberedStarts((from, to) -> source(24, from, to));
        list(remembered.between(BEGIN, BEGIN.plusDays(30)));
        int once = ranges;

        assertThat(list(remembered.between(BEGIN.plusDays(9), BEGIN.plusDays(30))))
                .hasSize(21);
        assertThat(ranges).isEqualTo(once).isEqualTo(1);
    }

    @Test
    void fewStartsOfADenseRangeAreComputedAheadOfThePage() {
        RememberedStarts remembered = new RememberedStarts((from, to) -> source(1, from, to));

        remembered.between(BEGIN, BEGIN.plusDays(30)).next();

        assertThat(computed).isLessThan(50);
    }

    @Test
    void startsOfALongRangeAreComputedOnlyForThePage() {
        RememberedStarts remembered = new RememberedStarts((from, to) -> source(24, from, to));

        remembered.between(BEGIN, BEGIN.plusYears(1)).next();

        assertThat(computed).isEqualTo(1);
    }

    private Iterator<LocalDateTime> source(int everyHours, LocalDateTime from, LocalDateTime to) {
        ranges++;
        return Stream.iterate(BEGIN, start -> start.isBefore(to), start -> start.plusHours(everyHours))
                .filter(start -> !start.isBefore(from))
                .peek(_ -> computed++)
                .iterator();
    }

    private static List<LocalDateTime> list(Iterator<LocalDateTime> starts) {
        List<LocalDateTime> all = new ArrayList<>();
        starts.forEachRemaining(all::add);
        return all;
    }
}
