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
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
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
    /** Delays by a moment. */
    private static RunningGateway brisk;
    /** Delays for longer than any test takes. */
    private static RunningGateway slow;

    private final String replica = UUID.randomUUID().toString().substring(0, 8);

    @BeforeAll
    static void start() {
        redis = EmbeddedRedis.start();
        brisk = RunningGateway.on(
                redis.url(), "haru.gateway.saturation.delay=1ms", "haru.gateway.saturation.report-life=1h");
        slow = RunningGateway.on(
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
    void refusalOfAuthServiceIsPassedOnWithoutTheReport() {
        authAnswers(full());

        HttpResponse<String> answer = brisk.answer(login(brisk, "203.0.113.20"));

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
    void reportWithAnAnswerReachesNoClient() {
        authAnswers(aResponse().withStatus(201).withHeader("X-Capacity", "r1 7").withBody("{}"));

        HttpResponse<String> answer = brisk.answer(login(brisk, "203.0.113.21"));

        assertThat(answer.statusCode()).isEqualTo(201);
        assertThat(answer.headers().firstValue("X-Capacity")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "POST, /v1/auth/user/login",
        "POST, /v1/auth/user/register",
        "PUT, /v1/auth/password",
        "DELETE, /v1/auth/user",
        "POST, /v1/auth/confirmation"
    })
    void whenEveryReplicaIsFullTheClientIsRefusedFromMemory(String method, String path) {
        RunningGateway gateway = RunningGateway.on(
                redis.url(), "haru.gateway.saturation.delay=1ms", "haru.gateway.saturation.report-life=1h");
        HttpRequest.Builder request = gateway.from(CLIENT, path).method(method, BodyPublishers.ofString("{}"));
        authAnswers(full());
        gateway.answer(request);
        FakeServices.reset();

        HttpResponse<String> answer = gateway.answer(request);

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.body()).contains("\"code\":\"hashing-saturated\"");
        assertThat(FakeServices.requests()).isEmpty();
        assertThat(gateway.bean(MeterRegistry.class)
                        .get("haru.gateway.hashing.refusals")
                        .counter()
                        .count())
                .isOne();
        assertThat(gateway.answer(login(gateway, OTHER)).statusCode()).isEqualTo(200);
        assertThat(gateway.answer(gateway.from(CLIENT, "/v1/auth/user/refresh").POST(BodyPublishers.ofString("{}")))
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void otherFailureOfAuthServiceIsNotDelayed() {
        authAnswers(aResponse().withStatus(503).withHeader("Retry-After", "1").withBody("away"));

        HttpResponse<String> answer = slow.answer(login(slow, CLIENT));

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.body()).isEqualTo("away");
    }

    @Test
    void delayIsNoLatency() {
        RunningGateway gateway = RunningGateway.on(redis.url(), "haru.gateway.saturation.delay=3s");
        authAnswers(full());

        gateway.answer(login(gateway, CLIENT));

        await().untilAsserted(() -> assertThat(gateway.bean(MeterRegistry.class)
                        .get("http.server.requests")
                        .tags("uri", "auth-service", "status", "503")
                        .timer()
                        .totalTime(TimeUnit.MILLISECONDS))
                .isPositive()
                .isLessThan(2000));
    }

    @Test
    void connectionToAuthServiceIsGivenBackDuringTheDelay() {
        // One connection for each event loop, so calls after the first few need one that was given back.
        RunningGateway gateway = RunningGateway.on(
                redis.url(), "haru.gateway.saturation.delay=1h", "haru.gateway.connections.max-hashing=1");
        authAnswers(full());

        for (int i = 1; i <= 3 * LoopResources.DEFAULT_IO_WORKER_COUNT; i++) {
            int expected = i;
            // Another client each time: the report of the first must not refuse the next without a call.
            String client = "198.51.100." + i;
            clients.execute(() -> gateway.answer(login(gateway, client)));
            await().until(() -> delayed(gateway) == expected);
        }
        gateway.bean(DelayedRefusals.class).stop();
    }

    @Nested
    class Delayed {

        @AfterEach
        void release() {
            slow.bean(DelayedRefusals.class).stop();
            slow.bean(DelayedRefusals.class).start();
            await().until(() -> delayed(slow) == 0);
        }

        @Test
        void clientThatGoesAwayFreesItsPlace() {
            authAnswers(full());

            assertThat(slow.isAnswered(login(slow, CLIENT).timeout(Duration.ofMillis(500))))
                    .isFalse();

            await().until(() -> delayed(slow) == 0);
        }

        @Test
        void shutdownAnswersAllAndBeyondTheMostNobodyWaits() {
            authAnswers(full());
            CompletableFuture<HttpResponse<String>> first = later();
            CompletableFuture<HttpResponse<String>> second = later();
            await().until(() -> delayed(slow) == 2);

            assertThat(slow.answer(login(slow, CLIENT)).statusCode()).isEqualTo(503);
            assertThat(first).isNotDone();

            slow.bean(DelayedRefusals.class).stop();

            assertThat(first.join().statusCode()).isEqualTo(503);
            assertThat(second.join().statusCode()).isEqualTo(503);
        }

        private CompletableFuture<HttpResponse<String>> later() {
            return CompletableFuture.supplyAsync(() -> slow.answer(login(slow, CLIENT)), clients);
        }
    }

    private static double delayed(RunningGateway gateway) {
        return gateway.bean(MeterRegistry.class)
                .get("haru.gateway.hashing.delayed")
                .gauge()
                .value();
    }

    private ResponseDefinitionBuilder full() {
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
