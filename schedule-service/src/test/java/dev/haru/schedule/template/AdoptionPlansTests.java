package dev.haru.schedule.template;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.schedule.calendar.Plan;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AdoptionPlansTests {

    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    @Test
    void wholeDaysKeepTheLocalTimeAcrossAClockChange() {
        // 2027-03-28 has 23 hours in Berlin.
        Instant saturday = Instant.parse("2027-03-27T18:00:00Z");

        assertThat(startsOf(saturday, 0, 24 * 60, 2 * 24 * 60 + 30))
                .containsExactly(
                        saturday, Instant.parse("2027-03-28T17:00:00Z"), Instant.parse("2027-03-29T17:30:00Z"));
    }

    @Test
    void clockChangeKeepsTheDurationOfAnItem() {
        Plan night = Adoptions.plans(
                        content(new Step("Night", 0, 8 * 60, 1, null)), Instant.parse("2027-03-27T22:00:00Z"), BERLIN)
                .getFirst();

        assertThat(night.endAt()).isEqualTo(Instant.parse("2027-03-28T06:00:00Z"));
    }

    private static List<Instant> startsOf(Instant start, int... after) {
        Step[] steps = IntStream.of(after)
                .mapToObj(minutes -> new Step("Step", minutes, 10, 1, null))
                .toArray(Step[]::new);
        return Adoptions.plans(content(steps), start, BERLIN).stream()
                .map(Plan::startAt)
                .toList();
    }

    private static Content content(Step... steps) {
        return new Content(1, "Plan", "A plan", 5 * 24 * 60, 1, null, List.of(steps));
    }
}
