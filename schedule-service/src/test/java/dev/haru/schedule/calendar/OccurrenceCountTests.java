package dev.haru.schedule.calendar;

import static dev.haru.schedule.calendar.ScheduleFixture.FIRST_START;
import static dev.haru.schedule.calendar.ScheduleFixture.daily;
import static dev.haru.schedule.calendar.ScheduleFixture.hour;
import static dev.haru.schedule.calendar.ScheduleFixture.hourFrom;
import static dev.haru.schedule.calendar.ScheduleFixture.newMember;
import static dev.haru.schedule.calendar.ScheduleFixture.recurring;
import static java.time.temporal.ChronoUnit.DAYS;
import static java.time.temporal.ChronoUnit.HOURS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.haru.platform.precondition.IfMatch;
import dev.haru.platform.problem.InvalidRequest;
import dev.haru.schedule.calendar.BusyTimes.Interval;
import dev.haru.schedule.calendar.RandomCalendar.Planned;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;

/** Busy times and overlaps of calendars with series, local times and whole days. */
@OnCalendar
class OccurrenceCountTests {

    private static final ZoneId SEOUL = ZoneId.of("Asia/Seoul");

    @Autowired
    private Calendar calendar;

    private final UUID member = newMember();

    @ParameterizedTest
    @CsvSource(textBlock = """
            Asia/Seoul,          2026-11-20
            America/New_York,    2026-03-08
            America/New_York,    2026-11-01
            Europe/Berlin,       2026-03-29
            Australia/Lord_Howe, 2026-04-05
            Pacific/Apia,        2011-12-30
            """)
    void randomCalendarsMatchACountByMinute(ZoneId zone, LocalDate around) {
        for (int number = 5; number < 11; number++) {
            UUID owner = newMember();
            RandomCalendar random = new RandomCalendar(Objects.hash(number, zone, around), zone, around);
            random.add(owner, 2 * number);
            Window window = new Window(
                    around.minusDays(10).atStartOfDay(zone).toInstant(),
                    around.plusDays(20).atStartOfDay(zone).toInstant());

            assertThat(minutes(calendar.busyTimes(owner, zone, window), window))
                    .isEqualTo(minutes(
                            random.busy().stream()
                                    .filter(busy -> busy.startAt().isBefore(window.to())
                                            && busy.endAt().isAfter(window.from()))
                                    .map(busy -> window.cut(busy.startAt(), busy.endAt()))
                                    .toList(),
                            window));
            for (int i = 0; i < 10; i++) {
                Planned planned = random.plan(zone);
                ScheduleWithOverlaps added = calendar.add(owner, zone, planned.plan());
                UUID id = added.schedule().id();
                List<UUID> expected = overlapping(planned.busy(id), planned, random.busy());

                assertThat(added.overlaps()).isEqualTo(expected);
                assertThat(calendar.reschedule(owner, zone, id, IfMatch.ANY, planned.plan())
                                .overlaps())
                        .isEqualTo(expected);
                random.add(id, planned);
            }
        }
    }

    private static BitSet minutes(List<Interval> intervals, Window window) {
        BitSet minutes = new BitSet();
        intervals.forEach(interval -> minutes.set(
                (int) Duration.between(window.from(), interval.startAt()).toMinutes(),
                (int) Duration.between(window.from(), interval.endAt()).toMinutes()));
        return minutes;
    }

    /** Compares all pairs of occurrences. */
    private static List<UUID> overlapping(List<BusyOccurrence> own, Planned planned, List<BusyOccurrence> others) {
        Instant from = planned.plan().in(planned.memberZone()).startAt();
        Instant to = planned.plan().series() == null ? Instant.MAX : from.plus(366, DAYS);
        Map<UUID, Instant> starts = new HashMap<>();
        own.stream()
                .filter(one -> one.startAt().isBefore(to) && one.endAt().isAfter(from))
                .forEach(one -> others.stream()
                        .filter(other -> other.startAt().isBefore(one.endAt())
                                && other.endAt().isAfter(one.startAt()))
                        .forEach(other -> starts.merge(
                                other.scheduleId(),
                                other.startAt(),
                                (first, second) -> first.isBefore(second) ? first : second)));
        return starts.entrySet().stream()
                .sorted(Map.Entry.<UUID, Instant>comparingByValue()
                        .thenComparing(entry -> entry.getKey().toString()))
                .limit(10)
                .map(Map.Entry::getKey)
                .toList();
    }

    @Test
    void busyTimesMergeOccurrencesAndSchedules() {
        ScheduleFixture.add(member, daily("Daily", FIRST_START, FIRST_START.plus(1, HOURS)));
        calendar.add(member, SEOUL, hourFrom("Next", FIRST_START.plus(1, HOURS)));

        assertThat(busy(FIRST_START, FIRST_START.plus(2, DAYS)))
                .containsExactly(
                        new Interval(FIRST_START, FIRST_START.plus(2, HOURS)),
                        new Interval(FIRST_START.plus(24, HOURS), FIRST_START.plus(25, HOURS)));
        assertThat(busy(FIRST_START.plusSeconds(60), FIRST_START.plusSeconds(120)))
                .containsExactly(new Interval(FIRST_START.plusSeconds(60), FIRST_START.plusSeconds(120)));
    }

    @Test
    void freeOrCancelledSchedulesDoNotCount() {
        for (Details details : List.of(details(Details.CANCELLED, null), details(null, Details.FREE))) {
            Plan free = with(hour("Free"), details);
            UUID id = calendar.add(member, SEOUL, free).schedule().id();
            ScheduleFixture.add(member, with(daily("Free", FIRST_START, FIRST_START.plus(1, HOURS)), details));

            assertThat(busy(FIRST_START, FIRST_START.plus(5, DAYS))).isEmpty();
            assertThat(calendar.add(member, SEOUL, hour("Overlapped")).overlaps())
                    .isEmpty();
            assertThat(calendar.add(member, SEOUL, free).overlaps()).isEmpty();
            assertThat(calendar.reschedule(member, SEOUL, id, IfMatch.ANY, hour("Busy"))
                            .overlaps())
                    .hasSize(1);
            ScheduleFixture.execute("delete from schedule.schedule where member_id = :memberId", member);
        }
    }

    /** The member wrote the whole day in Seoul and lives in New York now. */
    @Test
    void wholeDayIsADayInTheCurrentZone() {
        LocalDateTime day = LocalDateTime.parse("2026-11-01T00:00");
        ScheduleFixture.add(
                member,
                new Plan(
                        "Holiday",
                        1,
                        new ScheduleTime(TimeForm.DATES, day, day.plusDays(1), SEOUL),
                        null,
                        Details.NONE,
                        null,
                        null));
        Instant lastMinute = Instant.parse("2026-11-02T04:59:00Z");

        assertThat(calendar.busyTimes(
                        member, ZoneId.of("America/New_York"), new Window(FIRST_START.minus(60, DAYS), FIRST_START)))
                .containsExactly(new Interval(Instant.parse("2026-11-01T04:00:00Z"), lastMinute.plusSeconds(60)));
        Plan minute = new Plan("Late", 1, lastMinute, lastMinute.plusSeconds(60), null);
        assertThat(calendar.add(member, ZoneId.of("America/New_York"), minute).overlaps())
                .hasSize(1);
        assertThat(calendar.add(newMember(), SEOUL, minute).overlaps()).isEmpty();
    }

    @Test
    void repeatedKeyReturnsTheOverlapsWithSeries() {
        for (Plan plan : List.of(
                hourFrom("Once", FIRST_START.plus(3, DAYS)),
                recurring("Weekly", FIRST_START, FIRST_START.plus(1, HOURS), "FREQ=WEEKLY"))) {
            UUID other = newMember();
            IdempotencyKey key = new IdempotencyKey(UUID.randomUUID().toString());
            UUID daily = ScheduleFixture.add(other, daily("Daily", FIRST_START, FIRST_START.plus(1, HOURS)));

            ScheduleWithOverlaps first = calendar.add(other, SEOUL, plan, key);

            assertThat(first.overlaps()).containsExactly(daily);
            assertThat(calendar.add(other, SEOUL, plan, key).overlaps()).isEqualTo(first.overlaps());
        }
    }

    @Test
    void overlapsOfASeriesAreThoseOfItsFirstYear() {
        UUID inside = calendar.add(member, SEOUL, hourFrom("Inside", FIRST_START.plus(365, DAYS)))
                .schedule()
                .id();
        calendar.add(member, SEOUL, hourFrom("After", FIRST_START.plus(366, DAYS)));

        assertThat(calendar.add(member, SEOUL, daily("Daily", FIRST_START, FIRST_START.plus(1, HOURS)))
                        .overlaps())
                .containsExactly(inside);
    }

    @Test
    void windowWithTooManyOccurrencesIsRefused() {
        Plan often = recurring(
                "Often",
                FIRST_START,
                FIRST_START.plusSeconds(60),
                "FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23");
        IntStream.range(0, 6).forEach(_ -> ScheduleFixture.add(member, often));

        assertThatExceptionOfType(InvalidRequest.class)
                .isThrownBy(() -> busy(FIRST_START, FIRST_START.plus(366, DAYS)));
        assertThat(busy(FIRST_START, FIRST_START.plus(340, DAYS))).hasSize(340 * 24);
    }

    private List<Interval> busy(Instant from, Instant to) {
        return calendar.busyTimes(member, SEOUL, new Window(from, to));
    }

    private static Plan with(Plan plan, Details details) {
        return new Plan(plan.title(), plan.locationId(), plan.time(), plan.note(), details, plan.series(), plan.uid());
    }

    private static Details details(@Nullable String status, @Nullable String transparency) {
        return new Details(null, null, null, null, null, List.of(), status, transparency, List.of(), List.of());
    }
}
