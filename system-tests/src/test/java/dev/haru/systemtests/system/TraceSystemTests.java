package dev.haru.systemtests.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.local.HaruSystem;
import dev.haru.local.port.Port;
import dev.haru.systemtests.system.RecordedTraces.Span;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/**
 * The recorded traces. This class runs late, so that the checks for unwanted spans cover the requests of other tests.
 */
@SystemTest
@Order(Integer.MAX_VALUE - 1)
class TraceSystemTests {

    /** For several requests, each of whose traces may be awaited in vain. */
    private static final Duration LIMIT = Duration.ofMinutes(10);

    private static final String SCHEDULE = """
            {"title":"Dentist","locationId":1,"startAt":"2030-01-07T09:00:00Z","endAt":"2030-01-07T10:00:00Z"}""";

    private final HaruSystem system;
    private final Client client;

    TraceSystemTests(HaruSystem system, Client client) {
        this.system = system;
        this.client = client;
    }

    @Test
    void requestThroughAllServicesIsOneTrace() {
        // A request that was answered without one of the services is repeated.
        awaiting().untilAsserted(() -> {
            Answer created = client.signedUp().post("/v1/schedules", SCHEDULE);
            assertThat(created.status()).isEqualTo(201);

            RecordedTraces.await(created.header("X-Trace-Id"), trace -> {
                assertThat(trace)
                        .extracting(Span::title)
                        .contains(
                                "gateway: POST /v1/schedules",
                                "schedule-service: POST /v1/schedules",
                                "schedule-service: cache load identity",
                                "schedule-service: GET /internal/members/by-access-token",
                                "member-service: GET /internal/members/by-access-token",
                                "member-service: cache load identity",
                                "member-service: POST /internal/tokens/introspect",
                                "auth-service: POST /internal/tokens/introspect",
                                "auth-service: pool wait",
                                "schedule-service: pool wait");
                assertThat(trace)
                        .filteredOn(span -> span.service().equals("schedule-service"))
                        .extracting(span -> span.attributes().getOrDefault("db.statement", ""))
                        .anyMatch(statement -> statement.contains("insert into schedule"));
                assertThat(trace).satisfies(TraceSystemTests::isConnected);
                assertThat(trace)
                        .allSatisfy(span -> assertThat(span.resource())
                                .containsEntry("service.namespace", "haru")
                                .containsKeys("service.version", "service.instance.id"));
            });
        });
    }

    @Test
    void signInTraceContainsHashAndQueue() {
        // While Redis does not respond, the login guard counts in memory, without a span.
        awaiting().untilAsserted(() -> {
            String nickname = Client.freshNickname();
            client.register(nickname);
            Answer login = client.login(nickname, Client.PASSWORD);

            RecordedTraces.await(
                    login.header("X-Trace-Id"),
                    trace -> assertThat(trace)
                            .extracting(Span::title)
                            .contains(
                                    "gateway: POST /v1/auth/user/login",
                                    "auth-service: hash wait",
                                    "auth-service: hash")
                            .anyMatch(title -> title.startsWith("auth-service: EVAL")));
        });
    }

    @Test
    void registrationDeliversWithinItsTrace() {
        // While the circuit breaker for member-service is open, the request leaves the delivery to the relay.
        awaiting().untilAsserted(() -> {
            String nickname = Client.freshNickname();
            Answer registered = client.register(nickname);

            RecordedTraces.await(registered.header("X-Trace-Id"), trace -> {
                assertThat(trace)
                        .extracting(Span::title)
                        .contains(
                                "gateway: POST /v1/auth/user/register",
                                "auth-service: outbox delivery",
                                "member-service: PUT /internal/members/{id}");
                assertThat(trace).satisfies(TraceSystemTests::isConnected);
                assertThat(trace).noneMatch(span -> span.toString().contains(nickname));
            });
        });
    }

    @Test
    void healthChecksAndBackgroundWorkAreNotTraced() {
        new Client(system.url(Port.MEMBER_MANAGEMENT)).get("/actuator/health/readiness");
        Answer afterwards = client.get("/v1/members/me");
        awaitTitle(afterwards, "member-service: GET /v1/members/me");

        assertThat(RecordedTraces.all())
                .filteredOn(span -> span.parent().isEmpty())
                .allMatch(span ->
                        span.service().equals("gateway") || !span.links().isEmpty());
        assertThat(RecordedTraces.all()).noneMatch(span -> span.name().contains("actuator"));
    }

    @Test
    void unsampledTraceIsNotRecorded() {
        String unsampled = "0af7651916cd43dd8448eb211c80319c";
        Answer unrecorded = client.with("traceparent", "00-" + unsampled + "-b7ad6b7169203331-00")
                .get("/v1/locations");
        Answer afterwards = client.get("/v1/locations");
        awaitTitle(afterwards, "gateway: GET /v1/locations");
        awaitTitle(afterwards, "schedule-service: GET /v1/locations");

        assertThat(unrecorded.header("X-Trace-Id")).isEqualTo(unsampled);
        assertThat(RecordedTraces.all()).noneMatch(span -> span.traceId().equals(unsampled));
    }

    /**
     * For assertions that send a request: a write whose connection a busy machine loses is sent with the next attempt.
     */
    private static ConditionFactory awaiting() {
        return Awaitility.await().atMost(LIMIT).ignoreException(UncheckedIOException.class);
    }

    /**
     * Each process writes its spans in order. When the span of a later response is there, the earlier spans are, too.
     */
    private static void awaitTitle(Answer answer, String title) {
        RecordedTraces.await(
                answer.header("X-Trace-Id"),
                trace -> assertThat(trace).extracting(Span::title).contains(title));
    }

    /** The trace has one root span, and the parent of every other span exists. */
    private static void isConnected(List<? extends Span> trace) {
        Set<String> ids = trace.stream().map(Span::id).collect(Collectors.toSet());
        assertThat(trace).filteredOn(span -> span.parent().isEmpty()).hasSize(1);
        assertThat(trace).allMatch(span -> span.parent().isEmpty() || ids.contains(span.parent()));
    }
}
