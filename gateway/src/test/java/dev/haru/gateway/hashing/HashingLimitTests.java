package dev.haru.gateway.hashing;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import dev.haru.gateway.Neighbours;
import dev.haru.gateway.RawHttp;
import dev.haru.gateway.RunningGateway;
import dev.haru.platform.test.EmbeddedRedis;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HashingLimitTests {

    private static final String LOGIN = "/v1/auth/user/login";
    private static final String REGISTER = "/v1/auth/user/register";

    private static EmbeddedRedis redis;
    private static RunningGateway gateway;

    @BeforeAll
    static void start() {
        redis = EmbeddedRedis.start();
        gateway = RunningGateway.on(
                redis.url(),
                "haru.gateway.hashing-limit.min=2",
                "haru.gateway.hashing-limit.initial=4",
                "haru.gateway.hashing-limit.max=4");
    }

    @AfterAll
    static void stop() {
        redis.close();
    }

    @AfterEach
    void recover() {
        Neighbours.reset();
        await().until(() -> {
            gateway.answers(4, post(LOGIN));
            return limit() == 4;
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {LOGIN, REGISTER})
    void moreThanTheLimitAtOnceAreRefusedWithoutACall(String path) {
        authAnswers(aResponse().withStatus(200).withFixedDelay(1000));
        double refusals = refusals();
        List<HttpResponse<String>> answers = gateway.answers(10, post(path));
        List<HttpResponse<String>> refused =
                answers.stream().filter(answer -> answer.statusCode() == 503).toList();
        assertThat(refused).hasSize(6).allSatisfy(answer -> {
            assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
            assertThat(answer.headers().firstValue("Retry-After")).hasValue("2");
            assertThat(answer.body())
                    .contains(
                            "\"code\":\"hashing-saturated\"",
                            "\"traceId\":\""
                                    + answer.headers().firstValue("X-Trace-Id").orElseThrow());
        });
        assertThat(Neighbours.requests()).hasSize(4);
        assertThat(refusals()).isEqualTo(refusals + 6);
    }

    @Test
    void refusalsOfAuthServiceShrinkTheLimitAndAnswersLetItGrow() {
        authAnswers(aResponse().withStatus(503).withHeader("Retry-After", "2"));
        gateway.answers(4, post(LOGIN));
        await().untilAsserted(() -> assertThat(limit()).isLessThan(4));
        for (int i = 0; i < 10; i++) {
            gateway.answer(post(LOGIN));
        }
        assertThat(limit()).as("never less than the least").isEqualTo(2);
        authAnswers(aResponse().withStatus(401).withFixedDelay(50));
        await().untilAsserted(() -> {
            gateway.answers(4, post(LOGIN));
            assertThat(limit()).isEqualTo(4);
        });
    }

    @Test
    void clientThatGoesAwayGivesItsTurnBack() {
        authAnswers(aResponse().withStatus(200).withFixedDelay(5000));
        HttpRequest.Builder impatient = post(LOGIN).timeout(Duration.ofMillis(300));
        for (int i = 0; i < 4; i++) {
            assertThat(gateway.isAnswered(impatient)).isFalse();
        }
        Neighbours.reset();
        await().untilAsserted(() -> assertThat(gateway.answers(4, post(LOGIN)))
                .allSatisfy(answer -> assertThat(answer.statusCode()).isEqualTo(200)));
    }

    @Test
    void clientsThatNeverSendAllTakeNobodysTurn() throws IOException {
        List<Socket> halves = new ArrayList<>();
        try {
            for (int i = 0; i < 4; i++) {
                halves.add(RawHttp.open(
                        gateway.port(), "POST %s HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\n{".formatted(LOGIN)));
            }
            for (int i = 0; i < 20; i++) {
                assertThat(gateway.answer(post(LOGIN)).statusCode()).isEqualTo(200);
            }
        } finally {
            for (Socket half : halves) {
                half.close();
            }
        }
    }

    @Test
    void callsThatHashNothingAreNotCounted() {
        authAnswers(aResponse().withStatus(200).withFixedDelay(500));
        assertThat(gateway.answers(10, post("/v1/auth/user/refresh")))
                .allSatisfy(answer -> assertThat(answer.statusCode()).isEqualTo(200));
    }

    private static void authAnswers(ResponseDefinitionBuilder answer) {
        Neighbours.auth.resetAll();
        Neighbours.auth.stubFor(any(anyUrl()).willReturn(answer));
    }

    private static HttpRequest.Builder post(String path) {
        return gateway.from("203.0.113.9", path).POST(BodyPublishers.ofString("{}"));
    }

    private static double limit() {
        return meters().get("haru.gateway.hashing.limit").gauge().value();
    }

    private static double refusals() {
        return meters().get("haru.gateway.hashing.refusals").counter().count();
    }

    private static MeterRegistry meters() {
        return gateway.bean(MeterRegistry.class);
    }
}
