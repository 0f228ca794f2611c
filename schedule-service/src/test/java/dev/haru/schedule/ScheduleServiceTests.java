package dev.haru.schedule;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static dev.haru.schedule.member.MemberServiceStub.answeredWith;
import static dev.haru.schedule.member.MemberServiceStub.problem;
import static dev.haru.schedule.member.MemberServiceStub.tokenOf;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.http.Fault;
import dev.haru.schedule.calendar.ScheduleFixture;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.test.json.JsonCompareMode;
import org.springframework.test.web.servlet.client.RestTestClient;
import org.springframework.test.web.servlet.client.RestTestClient.ResponseSpec;

@WholeService
@ExtendWith(OutputCaptureExtension.class)
class ScheduleServiceTests {

    private static final String BODY = """
            {"title": "Dentist", "locationId": %d, "startAt": "2026-11-23T09:30:00.123456789Z",
             "endAt": "2026-11-23T10:15:00.000Z"}
            """;

    @Autowired
    private RestTestClient http;

    @Test
    void scheduleIsAddedReadReplacedListedAndDeleted() {
        String token = tokenOf(ScheduleFixture.newMember());

        var added = add(token, 1).expectStatus().isCreated().returnResult(String.class);
        String place = String.valueOf(added.getResponseHeaders().getLocation());
        String body =
                new String(added.getResponseBodyContent(), StandardCharsets.UTF_8).replace(",\"overlaps\":[]", "");
        call(HttpMethod.GET, place, token, null)
                .expectStatus()
                .isOk()
                .expectHeader()
                .valueEquals("ETag", "\"0\"")
                .expectBody()
                .json(body, JsonCompareMode.STRICT);

        replace(place, token, "\"0\"").expectStatus().isOk().expectHeader().valueEquals("ETag", "\"1\"");
        replace(place, token, "\"0\"").expectStatus().isEqualTo(412);
        call(HttpMethod.GET, "/v1/schedules", token, null)
                .expectBody()
                .jsonPath("$.items.length()")
                .isEqualTo(1)
                .jsonPath("$.items[0].locationId")
                .isEqualTo(2);

        call(HttpMethod.DELETE, place, token, null).expectStatus().isNoContent();
        call(HttpMethod.GET, place, token, null).expectStatus().isNotFound();
    }

    @Test
    void oneOf64ConcurrentRequestsAddsTheThirtiethSchedule() throws Exception {
        UUID member = ScheduleFixture.memberWithSchedules(29);
        String token = tokenOf(member);

        List<Integer> statuses = concurrently(
                64, () -> add(token, 1).returnResult(String.class).getStatus().value());

        assertThat(statuses).containsOnly(201, 406).containsOnlyOnce(201);
        assertThat(ScheduleFixture.rows(member)).isEqualTo(30);
        assertThat(ScheduleFixture.used(member)).isEqualTo(30);
    }

    @Test
    void scheduleBeyondTheLimitReturns406() {
        String token = tokenOf(ScheduleFixture.memberWithSchedules(30));

        assertProblem(add(token, 1), 406, "schedule-limit-reached");
    }

    @Test
    void unknownLocationIsNamed() {
        assertProblem(add(tokenOf(ScheduleFixture.newMember()), 99), 400, "invalid-request")
                .jsonPath("$.errors[0].field")
                .isEqualTo("locationId");
    }

    @Test
    void scheduleOfAnotherMemberLooksLikeAMissingOne() {
        String mine = String.valueOf(add(tokenOf(ScheduleFixture.newMember()), 1)
                .returnResult(String.class)
                .getResponseHeaders()
                .getLocation());
        String other = tokenOf(ScheduleFixture.newMember());

        assertThat(problemWithoutInstance(call(HttpMethod.GET, mine, other, null)))
                .isEqualTo(problemWithoutInstance(
                        call(HttpMethod.GET, "/v1/schedules/" + UUID.randomUUID(), other, null)));
    }

    @Test
    void unknownTokenIsUnauthorized() {
        assertProblem(
                call(HttpMethod.GET, "/v1/schedules", answeredWith(problem(401, "unauthorized")), null),
                401,
                "unauthorized");
        assertProblem(call(HttpMethod.GET, "/v1/schedules", "hru_malformed", null), 401, "unauthorized");
    }

    @Test
    void tokenWithoutAProfileReturnsProfileNotReady() {
        assertProblem(
                call(HttpMethod.GET, "/v1/schedules", answeredWith(problem(503, "profile-not-ready")), null)
                        .expectHeader()
                        .valueEquals(HttpHeaders.RETRY_AFTER, "1"),
                503,
                "profile-not-ready");
    }

    @Test
    void outageOfMemberServiceReturns503AndOneLogLine(CapturedOutput output) {
        String token = answeredWith(aResponse().withFault(Fault.CONNECTION_RESET_BY_PEER));
        int start = output.getOut().length();

        assertProblem(
                call(HttpMethod.GET, "/v1/schedules", token, null)
                        .expectHeader()
                        .valueEquals(HttpHeaders.RETRY_AFTER, "1"),
                503,
                "service-unavailable");
        assertThat(output.getOut()
                        .substring(start)
                        .lines()
                        .filter(line -> line.contains(" WARN ") || line.contains(" ERROR ")))
                .singleElement()
                .asString()
                .contains("member-service is unavailable");
        assertThat(output).doesNotContain(token);
    }

    @Test
    void locationsAreReadWithoutAToken() {
        http.get()
                .uri("/v1/locations")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.items.length()")
                .isEqualTo(10)
                .jsonPath("$.items[4].name")
                .isEqualTo("Café");
    }

    private ResponseSpec add(String token, int locationId) {
        return call(HttpMethod.POST, "/v1/schedules", token, BODY.formatted(locationId));
    }

    private ResponseSpec replace(String place, String token, String ifMatch) {
        return http.put()
                .uri(place)
                .headers(headers -> headers.setBearerAuth(token))
                .header(HttpHeaders.IF_MATCH, ifMatch)
                .contentType(MediaType.APPLICATION_JSON)
                .body(BODY.formatted(2))
                .exchange();
    }

    private ResponseSpec call(HttpMethod method, String uri, String token, @Nullable String body) {
        var request = http.method(method).uri(uri).headers(headers -> headers.setBearerAuth(token));
        return body == null
                ? request.exchange()
                : request.contentType(MediaType.APPLICATION_JSON).body(body).exchange();
    }

    private static RestTestClient.BodyContentSpec assertProblem(ResponseSpec answer, int status, String code) {
        return answer.expectStatus()
                .isEqualTo(status)
                .expectHeader()
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .expectBody()
                .jsonPath("$.code")
                .isEqualTo(code)
                .jsonPath("$.traceId")
                .exists();
    }

    private static String problemWithoutInstance(ResponseSpec answer) {
        return String.valueOf(answer.expectStatus()
                        .isNotFound()
                        .returnResult(String.class)
                        .getResponseBody())
                .replaceAll("\"(instance|traceId)\":\"[^\"]*\"", "");
    }

    private static <T> List<T> concurrently(int count, Callable<T> call) throws Exception {
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            return callers
                    .invokeAll(IntStream.range(0, count).mapToObj(_ -> call).toList())
                    .stream()
                    .map(Future::resultNow)
                    .toList();
        }
    }
}
