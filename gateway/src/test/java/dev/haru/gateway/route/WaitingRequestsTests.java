package dev.haru.gateway.route;

import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.ok;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.haru.gateway.FakeServices;
import dev.haru.gateway.RunningGateway;
import io.micrometer.core.instrument.MeterRegistry;
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
        FakeServices.schedule.stubFor(any(anyUrl()).willReturn(ok().withFixedDelay(100)));

        // Four connections need about 2.5 s for these requests, which is within the deadline.
        List<HttpResponse<String>> answers = wide.sendAll(100, get(wide, "/v1/schedules"));

        assertThat(answers)
                .hasSize(100)
                .allSatisfy(answer -> assertThat(answer.statusCode()).isEqualTo(200));
    }

    @Test
    void requestThatWaitsUntilItsDeadlineIsRefused() {
        RunningGateway impatient = gateway(
                "haru.gateway.deadline=2s",
                "AUTH_RESPONSE_TIMEOUT=2500ms",
                "haru.gateway.connections.max-waiting=200",
                // An open circuit breaker would refuse the requests for another reason.
                "haru.gateway.breaker.window=10000",
                "haru.gateway.breaker.minimum-calls=10000");
        FakeServices.hold(FakeServices.auth);

        List<HttpResponse<String>> answers = impatient.sendAll(40, get(impatient, "/v1/auth/sessions"));

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
        FakeServices.hold(FakeServices.schedule);

        List<CompletableFuture<HttpResponse<String>>> calls = narrow.start(20, get(narrow, "/v1/schedules"));
        RunningGateway.awaitArrived(20 - CONNECTIONS - WAITING, calls);
        FakeServices.release();
        List<HttpResponse<String>> answers = RunningGateway.join(calls);

        assertThat(answers).filteredOn(answer -> answer.statusCode() == 200).hasSize(CONNECTIONS + WAITING);
        assertThat(answers)
                .filteredOn(answer -> answer.statusCode() != 200)
                .hasSize(20 - CONNECTIONS - WAITING)
                .allSatisfy(WaitingRequestsTests::isRefusal);
    }

    @Test
    void bodiesBeyondTheSizeAreRefusedAtOnce() {
        FakeServices.hold(FakeServices.schedule);
        HttpRequest.Builder large =
                narrow.from("192.0.2.1", "/v1/schedules").POST(BodyPublishers.ofByteArray(new byte[60_000]));

        List<CompletableFuture<HttpResponse<String>>> calls = narrow.start(CONNECTIONS + WAITING, large);
        RunningGateway.awaitArrived(WAITING - 1, calls);
        FakeServices.release();
        List<HttpResponse<String>> answers = RunningGateway.join(calls);

        assertThat(answers).filteredOn(answer -> answer.statusCode() == 200).hasSize(CONNECTIONS + 1);
        assertThat(answers)
                .filteredOn(answer -> answer.statusCode() != 200)
                .hasSize(WAITING - 1)
                .allSatisfy(WaitingRequestsTests::isRefusal);
    }

    @Test
    void hangingServiceTakesNoPlacesOfOtherServices() {
        FakeServices.hold(FakeServices.schedule);
        List<CompletableFuture<HttpResponse<String>>> hanging = narrow.start(20, get(narrow, "/v1/schedules"));
        RunningGateway.awaitArrived(20 - CONNECTIONS - WAITING, hanging);

        List<HttpResponse<String>> others = narrow.sendAll(CONNECTIONS + WAITING, get(narrow, "/v1/members/me"));

        assertThat(hanging).filteredOn(call -> !call.isDone()).hasSize(CONNECTIONS + WAITING);
        assertThat(others).allSatisfy(answer -> assertThat(answer.statusCode()).isEqualTo(200));
        FakeServices.release();
        RunningGateway.join(hanging);
    }

    @Test
    void requestWithAMalformedTokenNeverWaits() {
        FakeServices.hold(FakeServices.schedule);
        List<CompletableFuture<HttpResponse<String>>> waiting = wide.start(2 * CONNECTIONS, get(wide, "/v1/schedules"));
        await().until(() -> waiting(wide) > 0);

        HttpResponse<String> answer = wide.send(get(wide, "/v1/schedules").header("Authorization", "Bearer malformed"));

        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(waiting).allSatisfy(call -> assertThat(call).isNotDone());
        FakeServices.release();
        RunningGateway.join(waiting);
        assertThat(waiting(wide)).isZero();
    }

    private static double waiting(RunningGateway gateway) {
        return gateway.bean(MeterRegistry.class)
                .get("haru.gateway.waiting.requests")
                .tag("name", "schedule-service")
                .gauge()
                .value();
    }

    private static void isRefusal(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.headers().firstValue("Retry-After")).hasValue("1");
        assertThat(answer.body()).contains("\"code\":\"service-unavailable\"", "is overloaded right now");
    }

    private static HttpRequest.Builder get(RunningGateway gateway, String path) {
        return gateway.from("192.0.2.1", path).GET();
    }

    private static RunningGateway gateway(String... properties) {
        List<String> all = new ArrayList<>(
                List.of("haru.gateway.connections.max=" + CONNECTIONS, "haru.gateway.rate-limit.enabled=false"));
        all.addAll(List.of(properties));
        return RunningGateway.on("redis://localhost:1", all.toArray(String[]::new));
    }
}
