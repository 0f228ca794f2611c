package dev.haru.schedule.calendar;

import static dev.haru.schedule.calendar.ScheduleFixture.FIRST_START;
import static dev.haru.schedule.calendar.ScheduleFixture.hourFrom;
import static dev.haru.schedule.calendar.ScheduleFixture.memberWithSchedules;
import static dev.haru.schedule.calendar.ScheduleFixture.newMember;
import static java.time.temporal.ChronoUnit.DAYS;
import static java.time.temporal.ChronoUnit.HOURS;
import static java.time.temporal.ChronoUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.platform.precondition.IfMatch;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;

@OnCalendar
class OverlapTests {

    @Autowired
    private Calendar calendar;

    @Autowired
    private JdbcClient jdbc;

    @Test
    void addReturnsOverlappingSchedules() {
        UUID member = newMember();
        memberWithSchedules(5);
        UUID before = add(member, FIRST_START.minus(1, HOURS)).schedule().id();
        UUID same = add(member, FIRST_START).schedule().id();
        UUID half = add(member, FIRST_START.plus(30, MINUTES)).schedule().id();
        UUID year = calendar.add(
                        member,
                        ZoneOffset.UTC,
                        new Plan("Sabbatical", 1, FIRST_START.minus(365, DAYS), FIRST_START.plus(1, DAYS), null))
                .schedule()
                .id();

        assertThat(add(member, FIRST_START).overlaps()).containsExactly(year, same, half);
        assertThat(add(member, FIRST_START.minus(1, HOURS)).overlaps()).containsExactly(year, before);
    }

    /**
     * A schedule of exactly a day counts as short. A schedule that begins exactly a day before is searched for among
     * the long ones.
     */
    @Test
    void longAndShortOverlapsAreFoundExactlyOnce() {
        UUID member = newMember();
        UUID overByThen = addLasting(member, FIRST_START.minus(1, DAYS), 24 * 60);
        UUID day = addLasting(member, FIRST_START.minus(1, DAYS).plus(1, MINUTES), 24 * 60);
        UUID longer = addLasting(member, FIRST_START.minus(1, DAYS), 24 * 60 + 1);
        UUID longYetNear = addLasting(member, FIRST_START.minus(1, HOURS), 48 * 60);
        UUID year = addLasting(member, FIRST_START.minus(366, DAYS).plus(1, MINUTES), 366 * 24 * 60);

        assertThat(add(member, FIRST_START).overlaps())
                .containsExactly(year, longer, day, longYetNear)
                .doesNotContain(overByThen);
        assertThat(busy(member, FIRST_START, FIRST_START.plus(1, HOURS)))
                .containsExactly(new BusyTimes.Interval(FIRST_START, FIRST_START.plus(1, HOURS)));
        calendar.remove(member, longYetNear, IfMatch.ANY);
        assertThat(busy(member, FIRST_START.plus(1, HOURS), FIRST_START.plus(2, HOURS)))
                .isEmpty();
    }

    @Test
    void rescheduleReturnsOverlapsWithoutItself() {
        UUID member = newMember();
        UUID first = add(member, FIRST_START).schedule().id();
        UUID moved = add(member, FIRST_START.plus(5, HOURS)).schedule().id();

        assertThat(move(member, moved, FIRST_START).overlaps()).containsExactly(first);
        assertThat(move(member, moved, FIRST_START.plus(1, HOURS)).overlaps()).isEmpty();
    }

    @Test
    void overlapsAreLimitedToTen() {
        UUID member = newMember();
        IntStream.range(0, 12).forEach(_ -> add(member, FIRST_START));

        assertThat(add(member, FIRST_START).overlaps()).hasSize(10).doesNotHaveDuplicates();
    }

    @Test
    void overlappingAndAdjacentSchedulesFormOneInterval() {
        UUID member = newMember();
        add(member, FIRST_START);
        add(member, FIRST_START.plus(1, HOURS));
        add(member, FIRST_START.plus(90, MINUTES));
        add(member, FIRST_START.plus(5, HOURS));
        add(newMember(), FIRST_START.plus(3, HOURS));

        assertThat(busy(member, FIRST_START.minus(1, DAYS), FIRST_START.plus(1, DAYS)))
                .containsExactly(
                        new BusyTimes.Interval(FIRST_START, FIRST_START.plus(150, MINUTES)),
                        new BusyTimes.Interval(FIRST_START.plus(5, HOURS), FIRST_START.plus(6, HOURS)));
    }

    @Test
    void busyTimesAreCutToTheWindow() {
        UUID member = newMember();
        add(member, FIRST_START);
        Instant half = FIRST_START.plus(30, MINUTES);

        assertThat(busy(member, half, half.plusSeconds(60)))
                .containsExactly(new BusyTimes.Interval(half, half.plusSeconds(60)));
        assertThat(busy(member, FIRST_START.plus(1, HOURS), FIRST_START.plus(2, HOURS)))
                .isEmpty();
    }

    /** The day has 25 hours: the clocks go back at two in the morning. */
    @Test
    void dayWithTwentyFiveHoursIsCoveredCompletely() {
        UUID member = newMember();
        ZoneId newYork = ZoneId.of("America/New_York");
        Window day = Window.of("2026-11-01", "2026-11-02", newYork);
        calendar.add(
                member,
                ZoneOffset.UTC,
                new Plan("All day", 1, day.from().minus(1, HOURS), day.to().plus(1, HOURS), null));

        assertThat(calendar.busyTimes(member, ZoneOffset.UTC, day))
                .containsExactly(new BusyTimes.Interval(
                        Instant.parse("2026-11-01T04:00:00Z"), Instant.parse("2026-11-02T05:00:00Z")));
    }

    @Test
    void yearWithAnExtraHourIsCoveredCompletely() {
        UUID member = newMember();
        Window year = Window.of("2027-11-06", "2028-11-06", ZoneId.of("America/New_York"));
        Instant lastHour = year.to().minus(1, HOURS);
        calendar.add(
                member,
                ZoneOffset.UTC,
                new Plan("Before", 1, year.from().minus(365, DAYS), year.from().plus(1, DAYS), null));
        add(member, lastHour);
        add(member, year.to());

        assertThat(year.from().plus(366, DAYS)).isEqualTo(lastHour);
        assertThat(calendar.busyTimes(member, ZoneOffset.UTC, year))
                .containsExactly(
                        new BusyTimes.Interval(year.from(), year.from().plus(1, DAYS)),
                        new BusyTimes.Interval(lastHour, year.to()));
    }

    @Test
    void overlapAndBusyQueriesReadRangesOfTheIndex() {
        UUID member = memberWithSchedules(20_000);
        memberWithSchedules(20_000);
        ScheduleFixture.analyze();
        Instant end = FIRST_START.plus(20_000, HOURS);

        assertThat(plan(OverlapReader.NEAR, member, end.minus(2, HOURS), end))
                .anyMatch(line -> line.contains("schedule_by_start"))
                .anyMatch(line -> line.contains("schedule_long"))
                .anyMatch(line -> line.contains("Index Cond: ((member_id = ") && line.contains("(start_at < "));
        assertThat(plan(ScheduleReader.BUSY_TIMES, member, end.minus(2, DAYS), end))
                .anyMatch(line -> line.contains("schedule_by_start"))
                .anyMatch(line -> line.contains("schedule_long"))
                .anyMatch(line -> line.contains("Index Cond: ((member_id = ") && line.contains("(start_at < "));
    }

    private List<String> plan(String query, UUID member, Instant from, Instant to) {
        return jdbc.sql("explain (costs off) " + query)
                .param("memberId", member)
                .param("id", UUID.randomUUID())
                .params(OverlapSql.before(from))
                .params(ExpandedSchedules.reaching(from, to))
                .param("from", from.atOffset(ZoneOffset.UTC))
                .param("to", to.atOffset(ZoneOffset.UTC))
                .query((row, _) -> row.getString(1))
                .list();
    }

    private ScheduleWithOverlaps add(UUID member, Instant start) {
        return calendar.add(member, ZoneOffset.UTC, hourFrom("Some", start));
    }

    private UUID addLasting(UUID member, Instant start, int minutes) {
        return calendar.add(member, ZoneOffset.UTC, new Plan("Some", 1, start, start.plus(minutes, MINUTES), null))
                .schedule()
                .id();
    }

    private ScheduleWithOverlaps move(UUID member, UUID id, Instant start) {
        return calendar.reschedule(member, ZoneOffset.UTC, id, IfMatch.parse("*"), hourFrom("Moved", start));
    }

    private List<BusyTimes.Interval> busy(UUID member, Instant from, Instant to) {
        return calendar.busyTimes(member, ZoneOffset.UTC, new Window(from, to));
    }
}
