package dev.haru.schedule.report;

import static dev.haru.schedule.calendar.ScheduleFixture.newMember;
import static dev.haru.schedule.calendar.ScheduleFixture.schedule;
import static dev.haru.schedule.report.Cadence.DAILY;
import static dev.haru.schedule.report.Cadence.WEEKLY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.haru.platform.test.MovableClock;
import dev.haru.schedule.member.Member;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.json.JsonMapper;

/** The days and weeks that have reports, and the cached reports, as the clock moves. */
@OnReports
class ReportsTests {

    private static final ZoneId SEOUL = ZoneId.of("Asia/Seoul");
    private static final JsonMapper JSON = JsonMapper.builder().build();

    @Autowired
    private ReportQueries queries;

    @Autowired
    private StatusQueries statuses;

    @Autowired
    private StatementCount statements;

    private final MovableClock clock = new MovableClock(Instant.parse("2026-11-21T09:00:00Z"));
    private final CalendarVersions versions = new CalendarVersions(ReportCacheTests.properties(100));
    private final UUID id = newMember();

    @ParameterizedTest
    @CsvSource(textBlock = """
            DAILY,  2026-11-21T09:00:00Z, Asia/Seoul,       2026-10-21, 2026-11-21
            DAILY,  2026-11-21T15:00:00Z, Asia/Seoul,       2026-10-22, 2026-11-22
            DAILY,  2026-11-21T18:14:59Z, Asia/Kathmandu,   2026-10-21, 2026-11-21
            DAILY,  2026-11-21T18:15:00Z, Asia/Kathmandu,   2026-10-22, 2026-11-22
            DAILY,  2026-11-02T04:59:59Z, America/New_York, 2026-10-01, 2026-11-01
            DAILY,  2026-03-31T12:00:00Z, America/New_York, 2026-02-28, 2026-03-31
            DAILY,  2026-11-21T11:00:00Z, Pacific/Apia,     2026-10-22, 2026-11-22
            DAILY,  2011-12-30T09:59:59Z, Pacific/Apia,     2011-11-29, 2011-12-29
            DAILY,  2011-12-30T10:00:00Z, Pacific/Apia,     2011-11-30, 2011-12-31
            WEEKLY, 2026-11-22T14:59:59Z, Asia/Seoul,       2026-10-19, 2026-11-16
            WEEKLY, 2026-11-22T15:00:00Z, Asia/Seoul,       2026-10-26, 2026-11-23
            WEEKLY, 2026-03-09T03:59:59Z, America/New_York, 2026-02-02, 2026-03-02
            WEEKLY, 2026-03-09T04:00:00Z, America/New_York, 2026-02-09, 2026-03-09
            """)
    void reportsExistOnlyWithinTheWindow(
            Cadence cadence, Instant now, ZoneId zone, LocalDate oldest, LocalDate current) {
        Reports reports = reports(new MovableClock(now));

        assertThat(report(reports, member(zone), cadence, oldest).period()).isEqualTo(cadence.name(oldest));
        assertThat(report(reports, member(zone), cadence, current).period()).isEqualTo(cadence.name(current));
        assertOutside(reports, zone, cadence, cadence.startOf(oldest.minusDays(1)));
        assertOutside(reports, zone, cadence, cadence.next(current));
        assertOutside(reports, zone, cadence, LocalDate.MAX);
        assertOutside(reports, zone, cadence, LocalDate.MIN);
    }

    @Test
    void cachedReportOutsideTheWindowIsRefused() {
        Reports reports = reports(clock);
        LocalDate oldest = LocalDate.of(2026, 10, 21);
        report(reports, member(SEOUL), DAILY, oldest);

        clock.advance(Duration.ofHours(6));

        assertOutside(reports, SEOUL, DAILY, oldest);
    }

    @Test
    void repeatedRequestsExecuteNoStatement() {
        Reports reports = reports(clock);
        LocalDate today = LocalDate.of(2026, 11, 21);
        int before = statements.soFar();

        for (int i = 0; i < 3; i++) {
            report(reports, member(SEOUL), DAILY, today);
            status(reports, member(SEOUL), DAILY);
            report(reports, member(SEOUL), WEEKLY, WEEKLY.startOf(today));
            status(reports, member(SEOUL), WEEKLY);
        }

        assertThat(statements.soFar() - before).isEqualTo(4);
    }

    @Test
    void statusMovesWithTheDay() {
        Reports reports = reports(clock);
        schedule(id, 1, Instant.parse("2026-11-21T15:00:00Z"), Instant.parse("2026-11-21T16:00:00Z"));
        schedule(id, 1, Instant.parse("2026-10-21T01:00:00Z"), Instant.parse("2026-10-21T02:00:00Z"));
        assertThat(status(reports, member(SEOUL), DAILY).items()).containsExactly("2026-10-21");

        clock.advance(Duration.ofHours(6));

        assertThat(status(reports, member(SEOUL), DAILY).items()).containsExactly("2026-11-22");
    }

    @Test
    void statusListsExactlyTheReportsWithSchedules() {
        Reports reports = reports(clock);
        IntStream.range(0, 12).forEach(i -> {
            Instant start = Instant.parse("2026-11-21T09:00:00Z").minus(Duration.ofHours(71L * i));
            schedule(id, 1, start, start.plusSeconds(3600));
        });
        for (Cadence cadence : Cadence.values()) {
            List<String> withSchedules = cadence.window(cadence.at(clock.instant(), SEOUL)).stream()
                    .filter(period -> report(reports, member(SEOUL), cadence, period.start())
                                    .count()
                            > 0)
                    .map(Period::name)
                    .toList();

            assertThat(status(reports, member(SEOUL), cadence).items())
                    .isEqualTo(withSchedules)
                    .isNotEmpty();
        }
    }

    @Test
    void daysFollowTheZoneOfTheNewRegion() {
        Reports reports = reports(clock);
        schedule(id, 1, Instant.parse("2026-11-20T16:00:00Z"), Instant.parse("2026-11-20T17:00:00Z"));
        LocalDate date = LocalDate.of(2026, 11, 21);
        assertThat(report(reports, member(SEOUL), DAILY, date).count()).isEqualTo(1);

        Report moved = report(reports, member(ZoneId.of("America/New_York")), DAILY, date);

        assertThat(moved.timeZone()).isEqualTo("America/New_York");
        assertThat(moved.count()).isZero();
        assertThat(status(reports, member(ZoneId.of("America/New_York")), DAILY).items())
                .containsExactly("2026-11-20");
    }

    @Test
    void calendarChangeUpdatesTheReport() {
        Reports reports = reports(clock);
        LocalDate date = LocalDate.of(2026, 11, 21);
        assertThat(report(reports, member(SEOUL), DAILY, date).count()).isZero();
        schedule(id, 1, Instant.parse("2026-11-20T16:00:00Z"), Instant.parse("2026-11-20T17:00:00Z"));
        assertThat(report(reports, member(SEOUL), DAILY, date).count())
                .as("cached")
                .isZero();

        versions.invalidate(id);

        assertThat(report(reports, member(SEOUL), DAILY, date).count()).isEqualTo(1);
        assertThat(report(reports, member(SEOUL), DAILY, date).change().count()).isEqualTo(1);
    }

    @Test
    void concurrentRequestsExecuteOneStatement() throws Exception {
        Reports reports = reports(clock);
        int before = statements.soFar();
        CountDownLatch start = new CountDownLatch(1);
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            Callable<Report> request = () -> {
                start.await();
                return report(reports, member(SEOUL), DAILY, LocalDate.of(2026, 11, 21));
            };
            var answers = IntStream.range(0, 64)
                    .mapToObj(_ -> callers.submit(request))
                    .toList();
            start.countDown();
            for (var answer : answers) {
                assertThat(answer.get()).isNotNull();
            }
        }

        assertThat(statements.soFar() - before).isEqualTo(1);
    }

    private Reports reports(MovableClock moved) {
        return new Reports(
                queries,
                statuses,
                new ReportCaches(ReportCacheTests.properties(100), versions, moved, new SimpleMeterRegistry()),
                JSON,
                moved);
    }

    private static Report report(Reports reports, Member member, Cadence cadence, LocalDate start) {
        return JSON.readValue(reports.report(member, cadence, start), Report.class);
    }

    private static ReportStatus status(Reports reports, Member member, Cadence cadence) {
        return JSON.readValue(reports.status(member, cadence), ReportStatus.class);
    }

    private Member member(ZoneId zone) {
        return new Member(id, zone, Instant.parse("2099-01-01T00:00:00Z"));
    }

    private void assertOutside(Reports reports, ZoneId zone, Cadence cadence, LocalDate start) {
        assertThatExceptionOfType(ReportOutsideWindow.class)
                .isThrownBy(() -> reports.report(member(zone), cadence, start))
                .satisfies(problem -> {
                    assertThat(problem.getStatusCode().value()).isEqualTo(404);
                    assertThat(Objects.requireNonNull(problem.getBody().getProperties()))
                            .containsEntry("code", "report-outside-window");
                });
    }
}
