package dev.haru.schedule.template;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.schedule.calendar.Plan;
import dev.haru.schedule.calendar.Series;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AdoptionPlansTests {

    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
    private static final ZoneId NEW_YORK = ZoneId.of("America/New_York");

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

    /** The clocks change on the second day: to 23 hours in March, to 25 hours in October. */
    @ParameterizedTest
    @CsvSource({"2027-03-27", "2027-10-30"})
    void wholeDaysFollowEachOtherAcrossAClockChange(LocalDate first) {
        List<Instant> midnights = IntStream.rangeClosed(0, 3)
                .mapToObj(day -> first.plusDays(day).atStartOfDay(BERLIN).toInstant())
                .toList();
        Step[] days = IntStream.range(0, 3)
                .mapToObj(day -> new Step("Day", day * 1440, 1440, 1, null, null))
                .toArray(Step[]::new);

        List<Plan> plans = Adoptions.plans(content(days), midnights.getFirst(), BERLIN);

        assertThat(plans).map(Plan::startAt).isEqualTo(midnights.subList(0, 3));
        assertThat(plans).map(Plan::endAt).isEqualTo(midnights.subList(1, 4));
        assertThat(Adoptions.plans(
                        new Content(1, "Plan", "A plan", 2 * 1440, 1, null, List.of()), midnights.getFirst(), BERLIN))
                .singleElement()
                .returns(midnights.get(2), Plan::endAt);
    }

    /** Samoa had no 2011-12-30. */
    @Test
    void wholeDayThatTheZoneSkipsHasItsExactDuration() {
        ZoneId samoa = ZoneId.of("Pacific/Apia");
        Instant midnight = LocalDate.of(2011, 12, 29).atStartOfDay(samoa).toInstant();

        Plan day = Adoptions.plans(content(new Step("Day", 1440, 1440, 1, null, null)), midnight, samoa)
                .getFirst();

        assertThat(Duration.between(day.startAt(), day.endAt())).isEqualTo(Duration.ofDays(1));
    }

    /** The clocks skip 02:30 on the second day. */
    @Test
    void wholeDaysFromASkippedTimeFollowEachOther() {
        ZonedDateTime start = LocalDate.of(2027, 3, 27).atTime(2, 30).atZone(BERLIN);
        Step[] days = IntStream.range(0, 3)
                .mapToObj(day -> new Step("Day", day * 1440, 1440, 1, null, null))
                .toArray(Step[]::new);

        List<Plan> plans = Adoptions.plans(content(days), start.toInstant(), BERLIN);

        assertThat(plans.get(0).endAt()).isEqualTo(plans.get(1).startAt());
        assertThat(plans.get(1).endAt()).isEqualTo(plans.get(2).startAt());
        assertThat(plans.get(2).startAt()).isEqualTo(start.plusDays(2).toInstant());
    }

    @Test
    void longestPlanLastsAtMost366Days() {
        Content longest = new Content(1, "Plan", "A plan", 366 * 1440, 1, null, List.of());
        Instant start = LocalDate.of(2027, 11, 6).atStartOfDay(NEW_YORK).toInstant();

        assertThat(Adoptions.plans(longest, start, NEW_YORK))
                .singleElement()
                .returns(start.plus(Duration.ofDays(366)), Plan::endAt);
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
