package dev.haru.gateway.route;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.ok;
import static com.github.tomakehurst.wiremock.client.WireMock.serviceUnavailable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.http.Fault;
import dev.haru.gateway.FakeServices;
import dev.haru.gateway.RunningGateway;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
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
            "haru.gateway.breaker.trials=" + TRIALS,
            "haru.gateway.rate-limit.enabled=false");

    @BeforeEach
    void reset() {
        FakeServices.reset();
    }

    @Test
    void breakerOpensForAnUnavailableServiceAndAllowsTrialCalls() {
        WireMockServer schedule = FakeServices.schedule;
        schedule.stop();
        try {
            for (int i = 0; i < MINIMUM; i++) {
                assertThat(post("/v1/schedules").statusCode()).isEqualTo(503);
            }
            HttpResponse<String> refused = post("/v1/schedules");
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.headers().firstValue("Retry-After")).contains("1");
            assertThat(refused.body()).contains("\"code\":\"service-unavailable\"");
            assertThat(isOpen("schedule-service")).isTrue();
            assertThat(get("/v1/members/me").statusCode())
                    .as("other services are available")
                    .isEqualTo(200);
        } finally {
            schedule.start();
            FakeServices.reset();
        }
        // The delay is longer than all requests take to arrive on a busy machine: the responses to the trial calls
        // close the breaker.
        schedule.stubFor(any(anyUrl()).willReturn(ok("back").withFixedDelay(3_000)));
        await().atMost(Duration.ofSeconds(5)).until(() -> !isOpen("schedule-service"));

        List<HttpResponse<String>> concurrent =
                GATEWAY.sendAll(50, GATEWAY.from("192.0.2.1", "/v1/schedules").GET());

        assertThat(concurrent).filteredOn(answer -> answer.statusCode() == 200).hasSize(TRIALS);
        assertThat(concurrent).filteredOn(answer -> answer.statusCode() == 503).hasSize(50 - TRIALS);
        assertThat(schedule.getAllServeEvents()).hasSize(TRIALS);
        FakeServices.reset();
        assertThat(GATEWAY.sendAll(
                        20, GATEWAY.from("192.0.2.1", "/v1/schedules").GET()))
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
        FakeServices.auth.stubFor(any(anyUrl()).willReturn(ok().withFixedDelay(2_000)));
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

    private static boolean isOpen(String service) {
        return GATEWAY.bean(MeterRegistry.class)
                        .get("resilience4j.circuitbreaker.state")
                        .tags("name", service, "state", "open")
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
