package dev.haru.schedule.member;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static dev.haru.schedule.member.MemberServiceStub.answeredWith;
import static dev.haru.schedule.member.MemberServiceStub.known;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.client.WireMock;
import com.github.tomakehurst.wiremock.http.Fault;
import dev.haru.platform.test.AutoConfigureUpstreams;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

/** The circuit breaker while member-service does not respond, and after member-service has recovered. */
@SpringBootTest(
        classes = {MemberConfiguration.class, MemberClient.class, MemberServiceStub.class},
        webEnvironment = SpringBootTest.WebEnvironment.NONE,
        properties = {
            "DB_PASSWORD=unused",
            "spring.cloud.openfeign.client.config.member-service.read-timeout=800",
            "spring.cloud.openfeign.httpclient.hc5.connection-request-timeout=20000",
            "haru.upstream.breaker.window=10",
            "haru.upstream.breaker.minimum-calls=5"
        })
@AutoConfigureUpstreams
class MemberServiceUnavailableTests {

    private static final int TRIALS = 3;

    @Autowired
    private MemberClient members;

    @AfterEach
    void awaitClosedCircuit() {
        await().atMost(Duration.ofSeconds(5)).until(() -> answered(burst(TRIALS, known(UUID.randomUUID()))) == TRIALS);
    }

    @Test
    void openCircuitRefusesWithoutACall() {
        assertThat(answered(burst(10, known(UUID.randomUUID()).withFixedDelay(5_000))))
                .isZero();

        String token = answeredWith(known(UUID.randomUUID()));
        assertThatExceptionOfType(MemberLookupFailed.class)
                .isThrownBy(() -> members.byAccessToken(token))
                .satisfies(refusal ->
                        assertThat(refusal.getHeaders().getFirst("Retry-After")).isEqualTo("1"));
        assertThat(callsFor(token)).isZero();
    }

    @Test
    void halfOpenCircuitAllowsTrialsThenCloses() {
        burst(10, aResponse().withFault(Fault.CONNECTION_RESET_BY_PEER));
        MemberServiceStub.SERVER.resetRequests();

        long first = await().atMost(Duration.ofSeconds(5))
                .until(() -> answered(burst(20, known(UUID.randomUUID()).withFixedDelay(300))), count -> count > 0);

        assertThat(first).isEqualTo(TRIALS);
        assertThat(MemberServiceStub.SERVER.getAllServeEvents())
                .as("calls that arrived")
                .hasSize(TRIALS);
        assertThat(answered(burst(20, known(UUID.randomUUID())))).isEqualTo(20);
    }

    @Test
    void concurrentLookupsAreNotRefused() {
        assertThat(answered(burst(256, known(UUID.randomUUID()).withFixedDelay(20))))
                .isEqualTo(256);
    }

    /** Looks up this number of tokens at the same time, each a different token. */
    private List<Future<Boolean>> burst(int size, ResponseDefinitionBuilder answer) {
        List<String> tokens =
                IntStream.range(0, size).mapToObj(_ -> answeredWith(answer)).toList();
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            return tokens.stream()
                    .map(token ->
                            callers.submit(() -> members.byAccessToken(token).isPresent()))
                    .toList();
        }
    }

    private static long answered(List<Future<Boolean>> calls) {
        return calls.stream()
                .filter(call -> call.state() == Future.State.SUCCESS)
                .count();
    }

    private static int callsFor(String token) {
        return MemberServiceStub.SERVER
                .findAll(WireMock.getRequestedFor(WireMock.urlEqualTo(MemberServiceStub.PATH))
                        .withHeader("Authorization", WireMock.equalTo("Bearer " + token)))
                .size();
    }
}
