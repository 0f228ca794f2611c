package dev.haru.gateway.hashing;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import dev.haru.gateway.FakeServices;
import dev.haru.gateway.RunningGateway;
import dev.haru.platform.test.EmbeddedRedis;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import reactor.netty.resources.LoopResources;

class SaturationTests {

    private static final String LOGIN = "/v1/auth/user/login";
    private static final String CLIENT = "203.0.113.9";
    private static final String OTHER = "203.0.113.10";

    private static final ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor();

    private static EmbeddedRedis redis;
    /** A gateway with a delay of 1 ms. */
    private static RunningGateway shortDelay;
    /** A gateway with a delay that is longer than any test. */
    private static RunningGateway longDelay;

    private final String replica = UUID.randomUUID().toString().substring(0, 8);

    @BeforeAll
    static void start() {
        redis = EmbeddedRedis.start();
        shortDelay = RunningGateway.on(
                redis.url(), "haru.gateway.saturation.delay=1ms", "haru.gateway.saturation.report-life=1h");
        longDelay = RunningGateway.on(
                redis.url(),
                "haru.gateway.saturation.delay=1h",
                "haru.gateway.saturation.report-life=1ms",
                "haru.gateway.saturation.max-delayed=2");
    }

    @AfterAll
    static void stop() {
        redis.close();
        clients.shutdownNow();
    }

    @BeforeEach
    @AfterEach
    void reset() {
        FakeServices.reset();
    }

    @Test
    void refusalOfAuthServiceReachesTheClientWithoutReport() {
        authAnswers(saturated());

        HttpResponse<String> answer = shortDelay.send(login(shortDelay, "203.0.113.20"));

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(answer.headers().firstValue("Retry-After")).hasValue("2");
        assertThat(answer.headers().firstValue("X-Capacity")).isEmpty();
        assertThat(answer.headers().firstValue("X-Saturated")).isEmpty();
        assertThat(answer.body())
                .contains(
                        "\"code\":\"hashing-saturated\"",
                        "\"traceId\":\""
                                + answer.headers().firstValue("X-Trace-Id").orElseThrow());
    }

    @Test
    void capacityReportIsRemovedFromResponses() {
        authAnswers(aResponse().withStatus(201).withHeader("X-Capacity", "r1 7").withBody("{}"));

        HttpResponse<String> answer = shortDelay.send(login(shortDelay, "203.0.113.21"));

        assertThat(answer.statusCode()).isEqualTo(201);
        assertThat(answer.headers().firstValue("X-Capacity")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "POST, /v1/auth/user/login",
        "POST, /v1/auth/user/register",
        "PUT, /v1/auth/password",
        "POST, /v1/auth/password",
        "DELETE, /v1/auth/password",
        "DELETE, /v1/auth/user",
        "POST, /v1/auth/confirmation"
    })
    void clientIsRefusedFromMemoryWhileAllReplicasAreFull(String method, String path) {
        RunningGateway gateway = RunningGateway.on(
                redis.url(),
                "haru.gateway.saturation.delay=1ms",
                "haru.gateway.saturation.report-life=1h",
                "haru.gateway.saturation.replica-life=1h");
        HttpRequest.Builder request = gateway.from(CLIENT, path).method(method, BodyPublishers.ofString("{}"));
        authAnswers(saturated());
        gateway.send(request);
        FakeServices.reset();

        HttpResponse<String> answer = gateway.send(request);

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.body()).contains("\"code\":\"hashing-saturated\"");
        assertThat(FakeServices.requests()).isEmpty();
        assertThat(gateway.bean(MeterRegistry.class)
                        .get("haru.gateway.hashing.refusals")
                        .counter()
                        .count())
                .isOne();
        assertThat(gateway.send(gateway.from(CLIENT, path)
                                .header("Authorization", "malformed")
                                .method(method, BodyPublishers.ofString("x".repeat(100_000))))
                        .statusCode())
                .as("before the checks of token, rate and body")
                .isEqualTo(503);
        assertThat(gateway.send(login(gateway, OTHER)).statusCode()).isEqualTo(200);
        assertThat(gateway.send(gateway.from(CLIENT, "/v1/auth/user/refresh").POST(BodyPublishers.ofString("{}")))
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void refusalFromMemoryIsNotMeasuredAsARequestOfAuthService() {
        RunningGateway gateway = RunningGateway.on(
                redis.url(),
                "haru.gateway.saturation.delay=1ms",
                "haru.gateway.saturation.report-life=1h",
                "haru.gateway.saturation.replica-life=1h");
        authAnswers(saturated());
        gateway.send(login(gateway, CLIENT));

        gateway.send(login(gateway, CLIENT));

        await().untilAsserted(() -> assertThat(List.of("auth-service", "UNKNOWN"))
                .allSatisfy(uri -> assertThat(gateway.bean(MeterRegistry.class)
                                .get("http.server.requests")
                                .tags("uri", uri, "status", "503")
                                .timer()
                                .count())
                        .isOne()));
    }

    @Test
    void otherFailureOfAuthServiceIsNotDelayed() {
        authAnswers(aResponse().withStatus(503).withHeader("Retry-After", "1").withBody("unavailable"));

        HttpResponse<String> answer = longDelay.send(login(longDelay, CLIENT));

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.body()).isEqualTo("unavailable");
    }

    @Test
    void delayIsNotCountedAsLatency() {
        RunningGateway gateway = RunningGateway.on(redis.url(), "haru.gateway.saturation.delay=3s");
        authAnswers(saturated());
        long start = System.nanoTime();

        gateway.send(login(gateway, CLIENT));

        Timer latency = await().until(
                        () -> gateway.bean(MeterRegistry.class)
                                .find("http.server.requests")
                                .tags("uri", "auth-service", "status", "503")
                                .timer(),
                        timer -> timer != null && timer.count() == 1);
        long elapsed = Duration.ofNanos(System.nanoTime() - start).toMillis();
        // The delay is at least 2.25 s. A pause of the machine prolongs both times.
        assertThat(latency.totalTime(TimeUnit.MILLISECONDS)).isPositive().isLessThan(elapsed - 2000.0);
    }

    @Test
    void connectionIsReleasedDuringTheDelay() {
        // Each event loop has one connection, so calls after the first few need a released connection.
        RunningGateway gateway = RunningGateway.on(
                redis.url(), "haru.gateway.saturation.delay=1h", "haru.gateway.connections.max-hashing=1");
        authAnswers(saturated());

        for (int i = 1; i <= 3 * LoopResources.DEFAULT_IO_WORKER_COUNT; i++) {
            int expected = i;
            // Uses another client each time, so that the report of the first call does not cause a refusal from memory.
            String client = "198.51.100." + i;
            clients.execute(() -> gateway.send(login(gateway, client)));
            await().until(() -> delayed(gateway) == expected);
        }
        gateway.bean(DelayedRefusals.class).stop();
    }

    @Nested
    class Delayed {

        @AfterEach
        void release() {
            longDelay.bean(DelayedRefusals.class).stop();
            longDelay.bean(DelayedRefusals.class).start();
            await().until(() -> delayed(longDelay) == 0);
        }

        @Test
        void disconnectedClientFreesItsPlace() {
            authAnswers(saturated());

            assertThat(longDelay.completesInTime(login(longDelay, CLIENT).timeout(Duration.ofMillis(500))))
                    .isFalse();

            await().until(() -> delayed(longDelay) == 0);
        }

        @Test
        void shutdownSendsAllAndRefusalsBeyondTheMaximumDoNotWait() {
            authAnswers(saturated());
            CompletableFuture<HttpResponse<String>> first = loginAsync();
            CompletableFuture<HttpResponse<String>> second = loginAsync();
            await().until(() -> delayed(longDelay) == 2);

            assertThat(longDelay.send(login(longDelay, CLIENT)).statusCode()).isEqualTo(503);
            assertThat(first).isNotDone();

            longDelay.bean(DelayedRefusals.class).stop();

            assertThat(first.join().statusCode()).isEqualTo(503);
            assertThat(second.join().statusCode()).isEqualTo(503);
        }

        private CompletableFuture<HttpResponse<String>> loginAsync() {
            return CompletableFuture.supplyAsync(() -> longDelay.send(login(longDelay, CLIENT)), clients);
        }
    }

    private static double delayed(RunningGateway gateway) {
        return gateway.bean(MeterRegistry.class)
                .get("haru.gateway.refusals.delayed")
                .gauge()
                .value();
    }

    private ResponseDefinitionBuilder saturated() {
        return aResponse()
                .withStatus(503)
                .withHeader("Retry-After", "2")
                .withHeader("X-Saturated", "hashing")
                .withHeader("X-Capacity", replica + " 0")
                .withBody("{}");
    }

    private static void authAnswers(ResponseDefinitionBuilder answer) {
        FakeServices.auth.resetAll();
        FakeServices.auth.stubFor(any(anyUrl()).willReturn(answer));
    }

    private static HttpRequest.Builder login(RunningGateway gateway, String address) {
        return gateway.from(address, LOGIN).POST(BodyPublishers.ofString("{}"));
    }
}
