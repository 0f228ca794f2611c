package dev.haru.schedule.member;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static dev.haru.schedule.member.MemberServiceStub.answeredWith;
import static dev.haru.schedule.member.MemberServiceStub.known;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.http.Fault;
import dev.haru.platform.test.AutoConfigureUpstreams;
import dev.haru.platform.test.HeldResponses;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

/** The circuit breaker while connections to member-service fail, and after member-service has recovered. */
@SpringBootTest(
        classes = {MemberConfiguration.class, MemberClient.class, MemberServiceStub.class},
        webEnvironment = SpringBootTest.WebEnvironment.NONE,
        properties = {
            "DB_PASSWORD=unused",
            "haru.upstream.breaker.window=10",
            "haru.upstream.breaker.minimum-calls=5",
            "haru.upstream.breaker.open=200ms",
            // The cache would repeat a trial that lasts longer than its entries are valid.
            "haru.identity.enabled=false"
        })
@AutoConfigureUpstreams
class MemberServiceUnavailableTests {

    private static final int TRIALS = 3;
    private static final int CALLERS = 20;

    @Autowired
    private MemberClient members;

    @Autowired
    private MeterBinder upstreamMeters;

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

    @BeforeEach
    void bindMeters() {
        upstreamMeters.bindTo(meters);
    }

    @AfterEach
    void awaitClosedCircuit() {
        await().until(() -> answered(burst(TRIALS, known(UUID.randomUUID()))) == TRIALS);
    }

    @Test
    void halfOpenCircuitAllowsTrialsThenCloses() {
        openCircuit();
        await().until(() -> isCircuit("half_open"));
        MemberServiceStub.SERVER.resetRequests();
        List<String> tokens = IntStream.range(0, CALLERS)
                .mapToObj(_ -> MemberServiceStub.heldTokenOf(UUID.randomUUID()))
                .toList();

        List<Future<Boolean>> first;
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            try (HeldResponses _ = MemberServiceStub.hold()) {
                first = lookUp(tokens, callers);
                // The trials end after all other look-ups are refused, because then the circuit closes.
                await().until(() -> first.stream().filter(Future::isDone).count() == CALLERS - TRIALS);
            }
        }

        assertThat(answered(first)).isEqualTo(TRIALS);
        assertThat(tokens.stream().mapToInt(MemberServiceStub::lookups).sum())
                .as("calls that arrived")
                .isEqualTo(TRIALS);
        assertThat(MemberServiceStub.SERVER.findAll(postRequestedFor(urlEqualTo(MemberServiceStub.BATCH_PATH))))
                .isEmpty();
        assertThat(answered(burst(CALLERS, known(UUID.randomUUID())))).isEqualTo(CALLERS);
    }

    @Test
    void concurrentLookupsAreNotRefused() {
        assertThat(answered(burst(256, known(UUID.randomUUID()).withFixedDelay(20))))
                .isEqualTo(256);
    }

    /** Makes failing look-ups one after the other, so that no look-up uses up a trial of the half-open circuit. */
    private void openCircuit() {
        await().pollInterval(Duration.ofMillis(10)).until(() -> {
            String token = answeredWith(aResponse().withFault(Fault.CONNECTION_RESET_BY_PEER));
            assertThatExceptionOfType(MemberLookupFailed.class).isThrownBy(() -> members.byAccessToken(token));
            return isCircuit("open");
        });
    }

    /** Looks up this number of tokens at the same time, each a different token. */
    private List<Future<Boolean>> burst(int size, ResponseDefinitionBuilder answer) {
        List<String> tokens =
                IntStream.range(0, size).mapToObj(_ -> answeredWith(answer)).toList();
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            return lookUp(tokens, callers);
        }
    }

    private List<Future<Boolean>> lookUp(List<String> tokens, ExecutorService callers) {
        return tokens.stream()
                .map(token -> callers.submit(() -> members.byAccessToken(token).isPresent()))
                .toList();
    }

    private boolean isCircuit(String state) {
        return meters.get("resilience4j.circuitbreaker.state")
                        .tags("name", "member-service", "state", state)
                        .gauge()
                        .value()
                == 1;
    }

    private static long answered(List<Future<Boolean>> calls) {
        return calls.stream()
                .filter(call -> call.state() == Future.State.SUCCESS)
                .count();
    }
}
