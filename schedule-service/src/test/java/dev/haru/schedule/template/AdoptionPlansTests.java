package dev.haru.schedule.template;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.schedule.calendar.Plan;
import dev.haru.schedule.calendar.Series;
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
                        content(new Step("Night", 0, 8 * 60, 1, null, null)),
                        Instant.parse("2027-03-27T22:00:00Z"),
                        BERLIN)
                .getFirst();

        assertThat(night.endAt()).isEqualTo(Instant.parse("2027-03-28T06:00:00Z"));
    }

    @Test
    void recurringItemIsASeriesInTheZoneOfTheMember() {
        Step weekly = new Step("Weekly", 24 * 60, 30, 1, "Note", "FREQ=WEEKLY;COUNT=3");

        Plan plan = Adoptions.plans(content(weekly), Instant.parse("2027-03-26T18:00:00Z"), BERLIN)
                .getFirst();

        assertThat(plan.startAt()).isEqualTo(Instant.parse("2027-03-27T18:00:00Z"));
        assertThat(plan.endAt()).isEqualTo(Instant.parse("2027-03-27T18:30:00Z"));
        assertThat(plan.note()).isEqualTo("Note");
        assertThat(plan.time().zone()).isEqualTo(BERLIN);
        assertThat(plan.series()).isNotNull().extracting(Series::rule).isEqualTo("FREQ=WEEKLY;COUNT=3");
    }

    /** 02:30 is 00:30Z, and 45 minutes later the clocks show 02:15. */
    @Test
    void recurringItemInTheRepeatedHourEndsAfterItsStart() {
        Step nightly = new Step("Nightly", 0, 45, 1, null, "FREQ=DAILY;COUNT=3");

        Plan plan = Adoptions.plans(content(nightly), Instant.parse("2026-10-25T00:30:00Z"), BERLIN)
                .getFirst();

        assertThat(plan.startAt()).isEqualTo(Instant.parse("2026-10-25T00:30:00Z"));
        assertThat(plan.endAt()).isAfter(plan.startAt());
    }

    private static List<Instant> startsOf(Instant start, int... after) {
        Step[] steps = IntStream.of(after)
                .mapToObj(minutes -> new Step("Step", minutes, 10, 1, null, null))
                .toArray(Step[]::new);
        return Adoptions.plans(content(steps), start, BERLIN).stream()
                .map(Plan::startAt)
                .toList();
    }

    private static Content content(Step... steps) {
        return new Content(1, "Plan", "A plan", 5 * 24 * 60, 1, null, List.of(steps));
    }
}
