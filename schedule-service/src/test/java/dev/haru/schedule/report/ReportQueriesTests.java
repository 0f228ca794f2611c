package dev.haru.schedule.report;

import static dev.haru.schedule.calendar.ScheduleFixture.analyze;
import static dev.haru.schedule.calendar.ScheduleFixture.memberWithSchedules;
import static dev.haru.schedule.calendar.ScheduleFixture.newMember;
import static dev.haru.schedule.calendar.ScheduleFixture.schedule;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.haru.platform.problem.InvalidRequest;
import dev.haru.schedule.calendar.Plan;
import dev.haru.schedule.calendar.RandomCalendar;
import dev.haru.schedule.calendar.ScheduleFixture;
import dev.haru.schedule.report.Report.Change;
import dev.haru.schedule.report.Report.Gap;
import dev.haru.schedule.report.Report.Hour;
import dev.haru.schedule.report.Report.Overlaps;
import dev.haru.schedule.report.Report.Place;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

@OnReports
class ReportQueriesTests {

    private static final ZoneId SEOUL = ZoneId.of("Asia/Seoul");
    private static final ZoneId NEW_YORK = ZoneId.of("America/New_York");
    private static final Period DAY = new Period(Cadence.DAILY, LocalDate.of(2026, 11, 20), SEOUL);

    @Autowired
    private ReportQueries queries;

    @Autowired
    private StatusQueries statuses;

    @Autowired
    private StatementCount statements;

    private final UUID member = newMember();

    @Test
    void reportOnADayIsComplete() {
        UUID early = schedule(member, 1, seoul("2026-11-20T09:00"), seoul("2026-11-20T10:30"));
        UUID late = schedule(member, 2, seoul("2026-11-20T10:00"), seoul("2026-11-20T11:00"));
        schedule(member, 1, seoul("2026-11-20T11:00"), seoul("2026-11-20T11:30"));
        schedule(member, 1, seoul("2026-11-20T23:00"), seoul("2026-11-21T04:00"));
        schedule(member, 3, seoul("2026-11-19T12:00"), seoul("2026-11-19T13:00"));
        schedule(newMember(), 1, seoul("2026-11-20T00:00"), seoul("2026-11-21T00:00"));

        Report report = queries.report(member, DAY);

        assertThat(report.period()).isEqualTo("2026-11-20");
        assertThat(report.timeZone()).isEqualTo("Asia/Seoul");
        assertThat(report.startAt()).isEqualTo("2026-11-19T15:00:00Z");
        assertThat(report.endAt()).isEqualTo("2026-11-20T15:00:00Z");
        assertThat(report.count()).isEqualTo(4);
        assertThat(report.busyMinutes()).isEqualTo(210);
        assertThat(report.byHour()).extracting(Hour::hour).hasSize(24).isSorted();
        assertThat(report.byHour().stream().filter(hour -> hour.count() > 0))
                .containsExactly(new Hour(9, 1, 60), new Hour(10, 2, 60), new Hour(11, 1, 30), new Hour(23, 1, 60));
        assertThat(report.byLocation()).containsExactly(new Place(1, 3, 180), new Place(2, 1, 60));
        assertThat(report.overlaps()).isEqualTo(new Overlaps(2, List.of(early, late)));
        assertThat(report.longestFreeGap())
                .isEqualTo(new Gap(seoul("2026-11-20T11:30"), seoul("2026-11-20T23:00"), 690));
        assertThat(report.change()).isEqualTo(new Change(3, 150));
    }

    @Test
    void dayWithoutSchedulesIsFree() {
        Report report = queries.report(member, DAY);

        assertThat(report.count()).isZero();
        assertThat(report.busyMinutes()).isZero();
        assertThat(report.byHour()).hasSize(24).allMatch(hour -> hour.count() == 0 && hour.busyMinutes() == 0);
        assertThat(report.byLocation()).isEmpty();
        assertThat(report.overlaps()).isEqualTo(new Overlaps(0, List.of()));
        assertThat(report.longestFreeGap()).isEqualTo(new Gap(DAY.startAt(), DAY.endAt(), 1440));
        assertThat(report.change()).isEqualTo(new Change(0, 0));
    }

    @Test
    void dayInsideTheLongestScheduleHasNoGap() {
        schedule(member, 1, DAY.endAt().minus(Duration.ofDays(366)), DAY.endAt());

        Report report = queries.report(member, DAY);

        assertThat(report.busyMinutes()).isEqualTo(1440);
        assertThat(report.longestFreeGap()).isNull();
        assertThat(report.change()).isEqualTo(new Change(0, 0));
    }

    @Test
    void adjacentSchedulesAreNotInTheReport() {
        schedule(member, 1, DAY.startAt().minusSeconds(60), DAY.startAt());
        schedule(member, 1, DAY.endAt(), DAY.endAt().plusSeconds(60));

        assertThat(queries.report(member, DAY).count()).isZero();
        assertThat(queries.report(member, DAY).change()).isEqualTo(new Change(-1, -1));
    }

    @Test
    void repeatedHourHasTwiceTheMinutes() {
        Period day = new Period(Cadence.DAILY, LocalDate.of(2026, 11, 1), NEW_YORK);
        schedule(member, 1, day.startAt(), day.endAt());

        Report report = queries.report(member, day);

        assertThat(report.busyMinutes()).isEqualTo(25 * 60);
        assertThat(report.byHour().get(1)).isEqualTo(new Hour(1, 1, 120));
        assertThat(report.byHour().get(2)).isEqualTo(new Hour(2, 1, 60));
    }

    @Test
    void skippedHourIsEmpty() {
        Period day = new Period(Cadence.DAILY, LocalDate.of(2026, 3, 8), NEW_YORK);
        schedule(member, 1, day.startAt(), day.endAt());

        Report report = queries.report(member, day);

        assertThat(report.busyMinutes()).isEqualTo(23 * 60);
        assertThat(report.byHour().get(2)).isEqualTo(new Hour(2, 0, 0));
        assertThat(report.byHour().get(3)).isEqualTo(new Hour(3, 1, 60));
    }

    @Test
    void skippedDayIsEmpty() {
        Period day = new Period(Cadence.DAILY, LocalDate.of(2011, 12, 30), ZoneId.of("Pacific/Apia"));
        schedule(member, 1, day.startAt().minusSeconds(3600), day.startAt().plusSeconds(3600));

        Report report = queries.report(member, day);

        assertThat(report.count()).isZero();
        assertThat(report.byHour()).hasSize(24).allMatch(hour -> hour.busyMinutes() == 0);
        assertThat(report.longestFreeGap()).isNull();
        assertThat(report.change()).isEqualTo(new Change(-1, -60));
        assertThat(statuses.overlapped(member, Cadence.DAILY.window(day)))
                .extracting(Period::name)
                .containsExactly("2011-12-29");
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            DAILY,  Asia/Seoul,       2026-11-20
            DAILY,  Asia/Kathmandu,   2026-11-20
            DAILY,  America/New_York, 2026-03-08
            DAILY,  America/New_York, 2026-11-01
            DAILY,  Pacific/Apia,     2011-12-31
            WEEKLY, Asia/Kathmandu,   2026-11-16
            WEEKLY, America/New_York, 2026-03-02
            WEEKLY, America/New_York, 2026-10-26
            WEEKLY, Pacific/Apia,     2011-12-26
            """)
    void reportsOfRandomSchedulesMatchACountByMinute(Cadence cadence, ZoneId zone, LocalDate start) {
        Period period = new Period(cadence, start, zone);
        Random random = new Random(start.toEpochDay());
        long first = period.before().startAt().getEpochSecond() / 60;
        int length = (int) (period.endAt().getEpochSecond() / 60 - first) + 600;
        List<int[]> spans = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            int from = random.nextInt(length) - 300;
            int to = from + 1 + random.nextInt(300);
            int place = 1 + random.nextInt(3);
            spans.add(new int[] {from, to, place});
            schedule(member, place, minute(first + from), minute(first + to));
        }

        new ReportModel(spans, first).check(queries.report(member, period), period);
    }

    /** The calendar was written in other time zones than that in which the member lives now. */
    @ParameterizedTest
    @CsvSource(textBlock = """
            DAILY,  Asia/Seoul,          2026-11-20
            DAILY,  America/New_York,    2026-03-08
            DAILY,  America/New_York,    2026-11-01
            DAILY,  Australia/Lord_Howe, 2026-04-05
            DAILY,  Pacific/Apia,        2011-12-31
            WEEKLY, Europe/Berlin,       2026-03-23
            WEEKLY, America/New_York,    2026-10-26
            WEEKLY, Pacific/Apia,        2011-12-26
            """)
    void occurrencesOfRandomSeriesMatchACountByMinute(Cadence cadence, ZoneId zone, LocalDate start) {
        Period period = new Period(cadence, start, zone);
        long first = period.before().startAt().getEpochSecond() / 60;
        for (int number = 0; number < 8; number++) {
            UUID owner = newMember();
            RandomCalendar calendar = new RandomCalendar(Objects.hash(number, zone, start), zone, start);
            calendar.add(owner, 1 + 5 * number);

            Report report = queries.report(owner, period);
            List<Period> overlapped =
                    statuses.overlapped(owner, Cadence.DAILY.window(new Period(Cadence.DAILY, start, zone)));

            assertThat(report.overlaps().scheduleIds()).doesNotHaveDuplicates();
            new ReportModel(
                            calendar.busy().stream()
                                    .map(occurrence -> new int[] {
                                        (int) (occurrence.startAt().getEpochSecond() / 60 - first),
                                        (int) (occurrence.endAt().getEpochSecond() / 60 - first),
                                        occurrence.locationId()
                                    })
                                    .toList(),
                            first)
                    .check(report, period);
            assertThat(overlapped)
                    .isEqualTo(Cadence.DAILY.window(new Period(Cadence.DAILY, start, zone)).stream()
                            .filter(day -> calendar.busy().stream()
                                    .anyMatch(occurrence -> occurrence.startAt().isBefore(day.endAt())
                                            && occurrence.endAt().isAfter(day.startAt())
                                            && day.startAt().isBefore(day.endAt())))
                            .toList());
        }
    }

    @Test
    void withSchedulesReturnsTheOverlappedPeriods() {
        schedule(member, 1, seoul("2026-10-20T23:00"), seoul("2026-10-21T00:30"));
        schedule(member, 1, seoul("2026-10-23T23:00"), seoul("2026-10-25T00:00"));
        schedule(member, 1, seoul("2026-11-20T23:59"), seoul("2026-11-21T00:00"));
        schedule(member, 1, seoul("2026-11-22T00:00"), seoul("2026-11-22T01:00"));

        assertThat(statuses.overlapped(member, window(Cadence.DAILY)))
                .extracting(Period::name)
                .containsExactly("2026-10-21", "2026-10-23", "2026-10-24", "2026-11-20");
        assertThat(statuses.overlapped(member, window(Cadence.WEEKLY)))
                .extracting(Period::name)
                .containsExactly("2026-W43", "2026-W47");
        assertThat(statuses.overlapped(newMember(), window(Cadence.DAILY))).isEmpty();
    }

    @Test
    void seriesIsCountedInASecondStatement() {
        Instant start = seoul("2026-11-02T09:00");
        ScheduleFixture.add(member, ScheduleFixture.daily("Every day", start, start.plusSeconds(3600)));
        int before = statements.soFar();

        Report report = queries.report(member, new Period(Cadence.WEEKLY, LocalDate.of(2026, 11, 16), SEOUL));

        assertThat(report.count()).isEqualTo(7);
        assertThat(report.busyMinutes()).isEqualTo(7 * 60);
        assertThat(report.change()).isEqualTo(new Change(0, 0));
        assertThat(report.byHour().get(9)).isEqualTo(new Hour(9, 7, 7 * 60));
        assertThat(statements.soFar() - before).isEqualTo(2);
        assertThat(statuses.overlapped(member, window(Cadence.WEEKLY))).hasSize(3);
        assertThat(statements.soFar() - before).isEqualTo(3);
    }

    @Test
    void periodWithTooManyOccurrencesIsRefused() {
        Instant start = seoul("2026-11-02T09:00");
        Plan often = ScheduleFixture.recurring(
                "Often",
                start,
                start.plusSeconds(60),
                "FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23");
        IntStream.range(0, 160).forEach(_ -> ScheduleFixture.add(member, often));

        assertThatExceptionOfType(InvalidRequest.class)
                .isThrownBy(
                        () -> queries.report(member, new Period(Cadence.WEEKLY, LocalDate.of(2026, 11, 16), SEOUL)));
        assertThat(statuses.overlapped(member, window(Cadence.WEEKLY))).hasSize(3);
    }

    @Test
    void eachQueryIsOneStatement() {
        int before = statements.soFar();

        queries.report(member, DAY);
        queries.report(member, new Period(Cadence.WEEKLY, LocalDate.of(2026, 11, 16), SEOUL));
        statuses.overlapped(member, window(Cadence.DAILY));
        statuses.overlapped(member, window(Cadence.WEEKLY));

        assertThat(statements.soFar() - before).isEqualTo(4);
    }

    @Test
    void eachQueryReadsARangeOfTheIndex() {
        UUID busyMember = memberWithSchedules(20_000);
        memberWithSchedules(20_000);
        analyze();
        // Two years later: without a lower bound, the query would read all earlier schedules.
        Period late = new Period(Cadence.WEEKLY, LocalDate.of(2028, 11, 20), SEOUL);

        assertThat(plan(queries.of(
                        "explain (analyze, costs off, timing off, summary off) " + ReportQueries.REPORT,
                        busyMember,
                        late)))
                .anyMatch(line -> line.matches(".*Index Scan (using|on) schedule_by_start .*"))
                .anyMatch(ReportQueriesTests::isRange)
                .noneMatch(line -> line.contains("Seq Scan on schedule"));
        assertThat(plan(statuses.of(
                        "explain (analyze, costs off, timing off, summary off) " + StatusQueries.OVERLAPPED,
                        busyMember,
                        Cadence.WEEKLY.window(late))))
                .anyMatch(ReportQueriesTests::isRange)
                .noneMatch(line -> line.contains("Seq Scan on schedule"));
    }

    private static boolean isRange(String line) {
        return line.contains("Index Cond: ((member_id = ")
                && line.contains("(start_at > ")
                && line.contains("(start_at < ");
    }

    private static List<String> plan(StatementSpec explain) {
        return explain.query((row, _) -> row.getString(1)).list();
    }

    private static List<Period> window(Cadence cadence) {
        return cadence.window(cadence.at(Instant.parse("2026-11-21T09:00:00Z"), SEOUL));
    }

    private static Instant seoul(String local) {
        return LocalDateTime.parse(local).atZone(SEOUL).toInstant();
    }

    private static Instant minute(long number) {
        return Instant.ofEpochSecond(number * 60);
    }
}
