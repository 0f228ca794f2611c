package dev.haru.gateway.warmup;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.http.Fault;
import com.github.tomakehurst.wiremock.verification.LoggedRequest;
import dev.haru.gateway.FakeServices;
import dev.haru.gateway.RunningGateway;
import dev.haru.platform.test.EmbeddedRedis;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.availability.ApplicationAvailability;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class WarmUpTests {

    @BeforeEach
    void servicesRejectEveryToken() {
        FakeServices.reset();
        services()
                .forEach(service -> service.stubFor(any(anyUrl()).atPriority(1).willReturn(status(401))));
    }

    @AfterEach
    void resetServices() {
        FakeServices.reset();
    }

    @Test
    void warmUpCallsEveryServiceAndIsNotCounted(CapturedOutput output) throws Exception {
        try (EmbeddedRedis redis = EmbeddedRedis.start();
                RunningGateway gateway = warmedUp(redis)) {
            List<LoggedRequest> requests = apiRequests();

            assertThat(output).contains("warm-up completed after").doesNotContain("warm-up incomplete");
            assertThat(requests)
                    .extracting(request -> request.getUrl())
                    .contains("/v1/members/me", "/v1/schedules", "/v1/auth/sessions");
            assertThat(requests).allSatisfy(request -> {
                assertThat(request.getHeader("X-Warm-Up")).isEqualTo("client-service");
                assertThat(request.getHeader("traceparent")).endsWith("-00");
            });
            assertThat(gateway.bean(MeterRegistry.class)
                            .find("http.server.requests")
                            .meters())
                    .isEmpty();
        }
    }

    @Test
    void clientRequestWithTheHeaderIsNotAWarmUpCall() throws Exception {
        try (EmbeddedRedis redis = EmbeddedRedis.start();
                RunningGateway gateway = warmedUp(redis)) {
            services().forEach(WireMockServer::resetRequests);

            gateway.send(gateway.from("192.0.2.1", "/v1/members/me").header("X-Warm-Up", "client-service"));

            assertThat(apiRequests())
                    .hasSize(1)
                    .allSatisfy(request ->
                            assertThat(request.getHeader("X-Warm-Up")).isNull());
            // The gateway records a request after it has sent the response.
            await().untilAsserted(() -> assertThat(gateway.bean(MeterRegistry.class)
                            .find("http.server.requests")
                            .meters())
                    .hasSize(1));
        }
    }

    @Test
    void unavailableServicesNeitherBlockWarmUpNorOpenABreaker(CapturedOutput output) throws Exception {
        services()
                .forEach(service -> service.stubFor(
                        any(anyUrl()).atPriority(1).willReturn(aResponse().withFault(Fault.CONNECTION_RESET_BY_PEER))));

        try (EmbeddedRedis redis = EmbeddedRedis.start();
                RunningGateway gateway = warmedUp(redis)) {
            assertThat(output)
                    .contains("warm-up completed after")
                    .doesNotContain("warm-up incomplete")
                    .doesNotContain("breaker of")
                    .doesNotContain("from member-service");
            assertThat(gateway.bean(ApplicationAvailability.class).getReadinessState())
                    .isEqualTo(ReadinessState.ACCEPTING_TRAFFIC);
        }
    }

    private static RunningGateway warmedUp(EmbeddedRedis redis) {
        return RunningGateway.on(
                redis.url(),
                "haru.warm-up.enabled=true",
                "haru.warm-up.calls=20",
                "haru.warm-up.time-limit=10m"); // enough for a busy machine
    }

    /** Returns the requests to API paths that reached a service. */
    private static List<LoggedRequest> apiRequests() {
        return FakeServices.requests().stream()
                .filter(request -> request.getUrl().startsWith("/v1/"))
                .toList();
    }

    private static Stream<WireMockServer> services() {
        return Stream.of(FakeServices.auth, FakeServices.member, FakeServices.schedule);
    }
}
