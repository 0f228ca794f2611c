package dev.haru.gateway.route;

import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.ok;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.github.tomakehurst.wiremock.WireMockServer;
import dev.haru.gateway.FakeServices;
import dev.haru.gateway.RunningGateway;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WaitingRequestsTests {

    private static final int CONNECTIONS = 4;

    /** The maximum of waiting requests of the narrow gateway. */
    private static final int WAITING = 4;

    private static final RunningGateway wide = gateway("haru.gateway.connections.max-waiting=200");
    private static final RunningGateway narrow = gateway(
            "haru.gateway.connections.max-waiting=" + WAITING, "haru.gateway.connections.max-waiting-size=100KB");

    @AfterAll
    static void stop() {
        wide.close();
        narrow.close();
    }

    @BeforeEach
    void reset() {
        FakeServices.reset();
    }

    @Test
    void requestsThatWaitWithinTheDeadlineAreAllAnswered() {
        answerAfter(FakeServices.schedule, 100);

        // Four connections need about 2.5 s for these requests, which is within the deadline.
        List<HttpResponse<String>> answers = wide.sendAll(100, get(wide, "/v1/schedules"));

        assertThat(answers)
                .hasSize(100)
                .allSatisfy(answer -> assertThat(answer.statusCode()).isEqualTo(200));
    }

    @Test
    void requestThatWaitsUntilItsDeadlineIsRefused() {
        answerAfter(FakeServices.auth, 20_000);

        List<HttpResponse<String>> answers = wide.sendAll(40, get(wide, "/v1/auth/sessions"));

        assertThat(answers)
                .hasSize(40)
                .allSatisfy(answer -> assertThat(answer.statusCode()).isIn(503, 504));
        assertThat(answers)
                .filteredOn(answer -> answer.statusCode() == 503)
                .isNotEmpty()
                .allSatisfy(WaitingRequestsTests::isRefusal);
    }

    @Test
    void requestsBeyondTheMaximumAreRefusedAtOnce() {
        answerAfter(FakeServices.schedule, 1_000);

        List<HttpResponse<String>> answers = narrow.sendAll(20, get(narrow, "/v1/schedules"));

        assertThat(answers).filteredOn(answer -> answer.statusCode() == 200).hasSize(CONNECTIONS + WAITING);
        assertThat(answers)
                .filteredOn(answer -> answer.statusCode() != 200)
                .hasSize(20 - CONNECTIONS - WAITING)
                .allSatisfy(WaitingRequestsTests::isRefusal);
    }

    @Test
    void bodiesBeyondTheSizeAreRefusedAtOnce() {
        answerAfter(FakeServices.schedule, 1_000);
        HttpRequest.Builder large =
                narrow.from("192.0.2.1", "/v1/schedules").POST(BodyPublishers.ofByteArray(new byte[60_000]));

        List<HttpResponse<String>> answers = narrow.sendAll(CONNECTIONS + WAITING, large);

        assertThat(answers).filteredOn(answer -> answer.statusCode() == 200).hasSize(CONNECTIONS + 1);
        assertThat(answers)
                .filteredOn(answer -> answer.statusCode() != 200)
                .hasSize(WAITING - 1)
                .allSatisfy(WaitingRequestsTests::isRefusal);
    }

    @Test
    void hangingServiceTakesNoPlacesOfOtherServices() {
        answerAfter(FakeServices.schedule, 3_000);
        CompletableFuture<List<HttpResponse<String>>> hanging =
                CompletableFuture.supplyAsync(() -> narrow.sendAll(20, get(narrow, "/v1/schedules")));
        await().until(() -> narrow.send(get(narrow, "/v1/schedules")).statusCode() == 503);

        List<HttpResponse<String>> others = narrow.sendAll(CONNECTIONS + WAITING, get(narrow, "/v1/members/me"));

        assertThat(hanging).isNotDone();
        assertThat(others).allSatisfy(answer -> assertThat(answer.statusCode()).isEqualTo(200));
        hanging.join();
    }

    private static void isRefusal(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.headers().firstValue("Retry-After")).hasValue("1");
        assertThat(answer.body()).contains("\"code\":\"service-unavailable\"", "is overloaded right now");
    }

    private static void answerAfter(WireMockServer service, int millis) {
        service.stubFor(any(anyUrl()).willReturn(ok().withFixedDelay(millis)));
    }

    private static HttpRequest.Builder get(RunningGateway gateway, String path) {
        return gateway.from("192.0.2.1", path).GET();
    }

    private static RunningGateway gateway(String... properties) {
        List<String> all = new ArrayList<>(List.of(
                "haru.gateway.connections.max=" + CONNECTIONS,
                "haru.gateway.deadline=7s",
                "AUTH_RESPONSE_TIMEOUT=7500ms",
                "MEMBER_RESPONSE_TIMEOUT=7500ms",
                "SCHEDULE_RESPONSE_TIMEOUT=7500ms",
                "haru.gateway.rate-limit.enabled=false"));
        all.addAll(List.of(properties));
        return RunningGateway.on("redis://localhost:1", all.toArray(String[]::new));
    }
}
