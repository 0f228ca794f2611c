package dev.haru.schedule;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static dev.haru.schedule.ScheduleCalls.assertProblem;
import static dev.haru.schedule.member.MemberServiceStub.answeredWith;
import static dev.haru.schedule.member.MemberServiceStub.problem;
import static dev.haru.schedule.member.MemberServiceStub.tokenOf;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.http.Fault;
import dev.haru.schedule.calendar.ScheduleFixture;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.test.web.servlet.client.RestTestClient;
import org.springframework.test.web.servlet.client.RestTestClient.ResponseSpec;

/** Access to schedules, and the response to each result of member-service. */
@WholeService
@ExtendWith(OutputCaptureExtension.class)
class ScheduleAccessTests {

    private ScheduleCalls schedules;

    @BeforeEach
    void calls(@Autowired RestTestClient http) {
        schedules = new ScheduleCalls(http);
    }

    @Test
    void scheduleOfAnotherMemberLooksLikeAMissingOne() {
        String mine = String.valueOf(schedules
                .add(tokenOf(ScheduleFixture.newMember()), 1)
                .returnResult(String.class)
                .getResponseHeaders()
                .getLocation());
        String other = tokenOf(ScheduleFixture.newMember());

        assertThat(problemWithoutInstance(schedules.call(HttpMethod.GET, mine, other, null)))
                .isEqualTo(problemWithoutInstance(
                        schedules.call(HttpMethod.GET, "/v1/schedules/" + UUID.randomUUID(), other, null)));
    }

    @Test
    void unknownTokenIsUnauthorized() {
        assertProblem(
                schedules.call(HttpMethod.GET, "/v1/schedules", answeredWith(problem(401, "unauthorized")), null),
                401,
                "unauthorized");
        assertProblem(schedules.call(HttpMethod.GET, "/v1/schedules", "hru_malformed", null), 401, "unauthorized");
    }

    @Test
    void tokenWithoutAProfileReturnsProfileNotReady() {
        assertProblem(
                schedules
                        .call(HttpMethod.GET, "/v1/schedules", answeredWith(problem(503, "profile-not-ready")), null)
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
                schedules
                        .call(HttpMethod.GET, "/v1/schedules", token, null)
                        .expectHeader()
                        .valueEquals(HttpHeaders.RETRY_AFTER, "1"),
                503,
                "service-unavailable");
        // Only threads of requests, because the threads in the background may log at any time.
        assertThat(output.getOut()
                        .substring(start)
                        .lines()
                        .filter(line -> line.contains("-exec-"))
                        .filter(line -> line.contains(" WARN ") || line.contains(" ERROR ")))
                .singleElement()
                .asString()
                .contains("member-service is unavailable");
        assertThat(output).doesNotContain(token);
    }

    private static String problemWithoutInstance(ResponseSpec answer) {
        return String.valueOf(answer.expectStatus()
                        .isNotFound()
                        .returnResult(String.class)
                        .getResponseBody())
                .replaceAll("\"(instance|traceId)\":\"[^\"]*\"", "");
    }
}
