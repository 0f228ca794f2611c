package dev.haru.gateway.route;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.serviceUnavailable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.http.Fault;
import dev.haru.gateway.FakeServices;
import dev.haru.gateway.RunningGateway;
import dev.haru.gateway.hashing.DelayedRefusals;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Uses a separate gateway, so that failures of other tests do not count here, and failures here do not count elsewhere.
 */
class ServiceBreakerTests {

    private static final int MINIMUM = 6;
    private static final int TRIALS = 2;

    private static final RunningGateway GATEWAY = RunningGateway.on(
            "redis://localhost:1",
            "AUTH_RESPONSE_TIMEOUT=300ms",
            "haru.gateway.deadline=400ms",
            "haru.gateway.breaker.window=10",
            "haru.gateway.breaker.minimum-calls=" + MINIMUM,
            // No breaker permits trial calls before the end of a test.
            "haru.gateway.breaker.open=1h",
            "haru.gateway.saturation.delay=1ms",
            "haru.gateway.rate-limit.enabled=false");

    @BeforeEach
    void reset() {
        FakeServices.reset();
    }

    @Test
    void breakerOpensForAnUnavailableService() {
        FakeServices.schedule.stop();
        try {
            for (int i = 0; i < MINIMUM; i++) {
                assertThat(post("/v1/schedules").statusCode()).isEqualTo(503);
            }
            HttpResponse<String> refused = post("/v1/schedules");
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.headers().firstValue("Retry-After")).contains("1");
            assertThat(refused.body()).contains("\"code\":\"service-unavailable\"");
            assertThat(isInState("open", GATEWAY)).isTrue();
            assertThat(get("/v1/members/me").statusCode())
                    .as("other services are available")
                    .isEqualTo(200);
        } finally {
            FakeServices.restart(FakeServices.schedule);
        }
    }

    @Test
    void openBreakerAllowsTrialCallsThatCloseIt() {
        WireMockServer schedule = FakeServices.schedule;
        RunningGateway gateway = RunningGateway.on(
                "redis://localhost:1",
                "haru.gateway.breaker.window=10",
                "haru.gateway.breaker.minimum-calls=" + MINIMUM,
                "haru.gateway.breaker.open=1s",
                "haru.gateway.breaker.trials=" + TRIALS,
                "haru.gateway.saturation.delay=1ms",
                "haru.gateway.rate-limit.enabled=false");
        HttpRequest.Builder call = gateway.from("192.0.2.1", "/v1/schedules").GET();
        schedule.stop();
        try {
            // One after the other, so that none is late and becomes a trial call. A GET would be repeated.
            for (int i = 0; i < MINIMUM; i++) {
                gateway.send(gateway.from("192.0.2.1", "/v1/schedules").POST(HttpRequest.BodyPublishers.noBody()));
            }
        } finally {
            FakeServices.restart(schedule);
        }
        await().until(() -> isInState("half_open", gateway));
        // The responses to the trial calls close the breaker, so they come after all other calls.
        FakeServices.hold(schedule);

        List<CompletableFuture<HttpResponse<String>>> calls = gateway.start(50, call);
        RunningGateway.awaitArrived(50 - TRIALS, calls);
        FakeServices.release();
        List<HttpResponse<String>> concurrent = RunningGateway.join(calls);

        assertThat(concurrent).filteredOn(answer -> answer.statusCode() == 200).hasSize(TRIALS);
        assertThat(concurrent).filteredOn(answer -> answer.statusCode() == 503).hasSize(50 - TRIALS);
        assertThat(schedule.getAllServeEvents()).hasSize(TRIALS);
        FakeServices.reset();
        assertThat(gateway.sendAll(20, call))
                .allSatisfy(answer -> assertThat(answer.statusCode()).isEqualTo(200));
    }

    @Test
    void busyResponsesDoNotOpenTheBreaker() {
        FakeServices.member.stubFor(any(anyUrl())
                .willReturn(serviceUnavailable().withHeader("Retry-After", "2").withBody("hashing-saturated")));
        for (int i = 0; i < 3 * MINIMUM; i++) {
            assertThat(get("/v1/members/me").body()).isEqualTo("hashing-saturated");
        }
    }

    @Test
    void lateResponsesOpenTheBreaker() {
        FakeServices.hold(FakeServices.auth);
        List<HttpResponse<String>> slow = GATEWAY.sendAll(
                MINIMUM, GATEWAY.from("192.0.2.1", "/v1/auth/sessions").GET());

        assertThat(slow).allSatisfy(answer -> assertThat(answer.statusCode()).isEqualTo(504));
        assertThat(get("/v1/auth/sessions").statusCode()).isEqualTo(503);
    }

    @Test
    void getIsNotRepeatedAfterTheDeadline() {
        FakeServices.member.stubFor(
                any(anyUrl()).willReturn(aResponse().withFixedDelay(600).withFault(Fault.CONNECTION_RESET_BY_PEER)));

        HttpResponse<String> answer = get("/v1/members/me");

        assertThat(answer.statusCode()).isEqualTo(504);
        assertThat(answer.body()).contains("\"code\":\"deadline-exceeded\"");
        assertThat(FakeServices.member.getAllServeEvents()).hasSize(1);
    }

    @Test
    void refusalByAnOpenBreakerIsDelayed() {
        RunningGateway gateway = RunningGateway.on(
                "redis://localhost:1",
                "haru.gateway.breaker.window=2",
                "haru.gateway.breaker.open=1h",
                "haru.gateway.saturation.delay=1h",
                "haru.gateway.rate-limit.enabled=false");
        HttpRequest.Builder request =
                gateway.from("192.0.2.1", "/v1/schedules").POST(HttpRequest.BodyPublishers.ofString("{}"));
        FakeServices.schedule.stop();
        try {
            gateway.sendAll(2, request);
            CompletableFuture<HttpResponse<String>> refused =
                    CompletableFuture.supplyAsync(() -> gateway.send(request));

            await().until(() -> gateway.bean(MeterRegistry.class)
                            .get("haru.gateway.refusals.delayed")
                            .gauge()
                            .value()
                    == 1);
            assertThat(refused).isNotDone();

            gateway.bean(DelayedRefusals.class).stop();

            assertThat(refused.join().statusCode()).isEqualTo(503);
            assertThat(refused.join().body()).contains("\"code\":\"service-unavailable\"");
        } finally {
            FakeServices.schedule.start();
        }
    }

    /** Returns whether the circuit breaker of schedule-service is in this state. */
    private static boolean isInState(String state, RunningGateway gateway) {
        return gateway.bean(MeterRegistry.class)
                        .get("resilience4j.circuitbreaker.state")
                        .tags("name", "schedule-service", "state", state)
                        .gauge()
                        .value()
                == 1;
    }

    private static HttpResponse<String> get(String path) {
        return GATEWAY.send(GATEWAY.from("192.0.2.1", path).GET());
    }

    private static HttpResponse<String> post(String path) {
        return GATEWAY.send(GATEWAY.from("192.0.2.1", path).POST(HttpRequest.BodyPublishers.noBody()));
    }
}
