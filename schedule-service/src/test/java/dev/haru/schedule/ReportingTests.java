package dev.haru.schedule;

import static dev.haru.schedule.member.MemberServiceStub.tokenOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.schedule.calendar.ScheduleFixture;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneRulesProvider;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalManagementPort;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.client.RestTestClient;
import org.springframework.test.web.servlet.client.RestTestClient.ResponseSpec;

/** Tests reports as clients and operators see them. */
@WholeService
class ReportingTests {

    private static final ZoneId SEOUL = ZoneId.of("Asia/Seoul");

    @Autowired
    private RestTestClient http;

    @Autowired
    private Clock clock;

    @LocalManagementPort
    private int managementPort;

    private final String token = tokenOf(ScheduleFixture.newMember());

    @Test
    void nextReportContainsEachChangeOfTheCalendar() {
        // The schedule lasts from yesterday until tomorrow, so that midnight may pass during this test.
        Instant start = clock.instant().minus(1, ChronoUnit.DAYS).truncatedTo(ChronoUnit.HOURS);
        assertThat(today()).isZero();

        String place =
                String.valueOf(call(HttpMethod.POST, "/v1/schedules", body(start, start.plus(2, ChronoUnit.DAYS)))
                        .expectStatus()
                        .isCreated()
                        .returnResult(String.class)
                        .getResponseHeaders()
                        .getLocation());
        assertThat(today()).isEqualTo(1);
        call(HttpMethod.GET, "/v1/reports/weekly/status", "")
                .expectBody()
                .jsonPath("$.items")
                .isNotEmpty();

        Instant later = start.plus(30, ChronoUnit.DAYS);
        http.put()
                .uri(place)
                .headers(headers -> headers.setBearerAuth(token))
                .header("If-Match", "\"0\"")
                .contentType(MediaType.APPLICATION_JSON)
                .body(body(later, later.plus(1, ChronoUnit.DAYS)))
                .exchange()
                .expectStatus()
                .isOk();
        assertThat(today()).isZero();

        http.put()
                .uri(place)
                .headers(headers -> headers.setBearerAuth(token))
                .header("If-Match", "\"1\"")
                .contentType(MediaType.APPLICATION_JSON)
                .body(body(start, start.plus(2, ChronoUnit.DAYS)))
                .exchange()
                .expectStatus()
                .isOk();
        assertThat(today()).isEqualTo(1);

        call(HttpMethod.DELETE, place, "").expectStatus().isNoContent();
        assertThat(today()).isZero();
    }

    @Test
    void reportOutsideTheWindowIsNotFound() {
        call(HttpMethod.GET, "/v1/reports/daily?date=2020-01-01", "")
                .expectStatus()
                .isNotFound()
                .expectBody()
                .jsonPath("$.code")
                .isEqualTo("report-outside-window");
    }

    @Test
    void actuatorShowsTheTimeZoneRules() throws Exception {
        String version = ZoneRulesProvider.getVersions("UTC").lastKey();

        assertThat(actuator("GET", "info").body())
                .contains("\"timeZoneRules\":{", "\"version\":\"" + version + "\"", "\"ageDays\":");
        assertThat(actuator("GET", "prometheus").body())
                .containsPattern("haru_tz_rules\\{[^}]*version=\"" + version + "\"[^}]*} 1.0")
                .contains("haru_tz_rules_age_days");
    }

    @Test
    void actuatorListsAndClearsTheCaches() throws Exception {
        today();

        assertThat(actuator("GET", "caches").body())
                .contains("reports-daily\"", "reports-weekly\"", "reports-daily-status\"", "reports-weekly-status\"");
        assertThat(size()).isPositive();
        assertThat(actuator("DELETE", "caches/reports-daily").statusCode()).isEqualTo(204);
        assertThat(actuator("DELETE", "caches/unknown").statusCode()).isEqualTo(404);
        assertThat(size()).isZero();
        assertThat(actuator("GET", "prometheus").body())
                .contains("cache_gets_total{cache=\"reports-daily\",result=\"miss\"}")
                .contains("cache_gets_total{cache=\"identity\",result=\"miss\"}")
                .contains("haru_reports_computations_seconds_count{cache=\"reports-daily\"}")
                .contains("haru_reports_calendar_changes_total{outcome=\"published\"}");
    }

    private int today() {
        return Objects.requireNonNull(call(
                                HttpMethod.GET,
                                "/v1/reports/daily?date=" + LocalDate.ofInstant(clock.instant(), SEOUL),
                                "")
                        .expectBody(ReportCount.class)
                        .returnResult()
                        .getResponseBody())
                .count();
    }

    private double size() throws Exception {
        List<String> lines = actuator("GET", "prometheus")
                .body()
                .lines()
                .filter(line -> line.startsWith("cache_size{cache=\"reports-daily\"}"))
                .toList();
        return Double.parseDouble(lines.getFirst().substring(lines.getFirst().indexOf(' ')));
    }

    private HttpResponse<String> actuator(String method, String path) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + managementPort + "/actuator/" + path))
                            .method(method, HttpRequest.BodyPublishers.noBody())
                            .header("X-Service-Credential", "operator:" + WholeService.OPERATOR)
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        }
    }

    private ResponseSpec call(HttpMethod method, String path, String body) {
        return http.method(method)
                .uri(path)
                .headers(headers -> headers.setBearerAuth(token))
                .contentType(MediaType.APPLICATION_JSON)
                .body(body)
                .exchange();
    }

    private static String body(Instant start, Instant end) {
        return """
                {"title": "Long", "locationId": 1, "startAt": "%s", "endAt": "%s"}
                """.formatted(start, end);
    }

    record ReportCount(int count) {}
}
