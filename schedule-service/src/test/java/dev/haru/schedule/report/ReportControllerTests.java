package dev.haru.schedule.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.verifyNoInteractions;
import static org.mockito.Mockito.when;

import dev.haru.schedule.member.Member;
import dev.haru.schedule.report.Report.Change;
import dev.haru.schedule.report.Report.Gap;
import dev.haru.schedule.report.Report.Hour;
import dev.haru.schedule.report.Report.Overlaps;
import dev.haru.schedule.report.Report.Place;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.security.oauth2.server.resource.introspection.OpaqueTokenIntrospector;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;
import tools.jackson.databind.json.JsonMapper;

@WebMvcTest(ReportController.class)
class ReportControllerTests {

    private static final UUID ID = UUID.fromString("019aa5b1-0000-7000-8000-000000000002");
    private static final Instant START = Instant.parse("2026-11-20T15:00:00Z");
    private static final Instant END = Instant.parse("2026-11-21T15:00:00Z");
    private static final Member MEMBER = new Member(
            UUID.fromString("019aa5b1-0000-7000-8000-000000000001"),
            ZoneId.of("Asia/Seoul"),
            Instant.parse("2099-01-01T00:00:00Z"));
    private static final Report REPORT = new Report(
            "2026-11-21",
            "Asia/Seoul",
            START,
            END,
            2,
            90,
            List.of(new Hour(9, 2, 60)),
            List.of(new Place(1, 2, 90)),
            new Overlaps(1, List.of(ID)),
            new Gap(START, END, 1440),
            new Change(-1, 30));

    @Autowired
    private MockMvcTester http;

    @Autowired
    private JsonMapper json;

    @MockitoBean
    private Reports reports;

    @MockitoBean
    private OpaqueTokenIntrospector introspector;

    @BeforeEach
    void member() {
        when(introspector.introspect("token")).thenReturn(MEMBER);
    }

    @Test
    void reportIsReturnedCompletely() {
        when(reports.report(MEMBER, Cadence.DAILY, LocalDate.of(2026, 11, 21)))
                .thenReturn(json.writeValueAsBytes(REPORT));

        assertThat(get("/v1/reports/daily?date=2026-11-21"))
                .hasStatusOk()
                .bodyJson()
                .isStrictlyEqualTo("""
                {"period": "2026-11-21", "timeZone": "Asia/Seoul", "startAt": "2026-11-20T15:00:00Z",
                 "endAt": "2026-11-21T15:00:00Z", "count": 2, "busyMinutes": 90,
                 "byHour": [{"hour": 9, "count": 2, "busyMinutes": 60}],
                 "byLocation": [{"locationId": 1, "count": 2, "busyMinutes": 90}],
                 "overlaps": {"count": 1, "scheduleIds": ["019aa5b1-0000-7000-8000-000000000002"]},
                 "longestFreeGap": {"startAt": "2026-11-20T15:00:00Z", "endAt": "2026-11-21T15:00:00Z", "minutes": 1440},
                 "change": {"count": -1, "busyMinutes": 30}}
                """);
    }

    @Test
    void weeklyReportIsFoundByItsMonday() {
        when(reports.report(MEMBER, Cadence.WEEKLY, LocalDate.of(2026, 11, 16)))
                .thenReturn(json.writeValueAsBytes(REPORT));

        assertThat(get("/v1/reports/weekly?week=2026-W47")).hasStatusOk();
    }

    @Test
    void statusListsThePeriods() {
        when(reports.status(MEMBER, Cadence.WEEKLY))
                .thenReturn(json.writeValueAsBytes(new ReportStatus("Asia/Seoul", List.of("2026-W46", "2026-W47"))));

        assertThat(get("/v1/reports/weekly/status"))
                .hasStatusOk()
                .bodyJson()
                .isStrictlyEqualTo("{\"timeZone\": \"Asia/Seoul\", \"items\": [\"2026-W46\", \"2026-W47\"]}");
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            daily,  date=2026-02-30,          date
            daily,  date=2026-11-31,          date
            daily,  date=2026-W47,            date
            daily,  date=today,               date
            daily,  date=,                    date
            daily,  week=2026-W47,            week
            daily,  date=2026-11-21T00:00:00, date
            daily,  date=99999999999-01-01,   date
            daily,  date=%2B12026-11-21,      date
            weekly, week=2026-W54,            week
            weekly, week=2025-W53,            week
            weekly, week=2026-W00,            week
            weekly, week=2026-47,             week
            weekly, week=2026-11-21,          week
            weekly, week=%2B9999999999-W01,   week
            weekly, week=,                    week
            weekly, date=2026-11-21,          date
            """)
    void invalidDayOrWeekIsNamed(String cadence, String query, String field) {
        MvcTestResult answer = http.get()
                .uri(java.net.URI.create("/v1/reports/" + cadence + "?" + query))
                .header("Authorization", "Bearer token")
                .exchange();

        assertThat(answer).hasStatus(400);
        assertThat(answer).bodyJson().extractingPath("$.code").isEqualTo("invalid-request");
        assertThat(answer).bodyJson().extractingPath("$.errors[0].field").isEqualTo(field);
        verifyNoInteractions(reports);
    }

    @Test
    void requestWithoutTokenIsUnauthorized() {
        assertThat(http.get().uri("/v1/reports/daily/status").exchange()).hasStatus(401);
        verifyNoInteractions(reports);
    }

    private MvcTestResult get(String uri) {
        return http.get().uri(uri).header("Authorization", "Bearer token").exchange();
    }
}
