package dev.haru.local.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.local.HaruSystem;
import dev.haru.local.port.Port;
import dev.haru.local.system.RecordedTraces.Span;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** What an engineer finds in a trace. Late, because a system that has just started answers some requests with 503. */
@SystemTest
@Order(Integer.MAX_VALUE - 1)
class TraceSystemTests {

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String SCHEDULE = """
            {"title":"Dentist","locationId":1,"startAt":"2030-01-07T09:00:00Z","endAt":"2030-01-07T10:00:00Z"}""";

    private final HaruSystem system;
    private final Client visitor;

    TraceSystemTests(HaruSystem system, Client visitor) {
        this.system = system;
        this.visitor = visitor;
    }

    @Test
    void requestOverAllServicesIsOneTrace() {
        Answer created = Awaitility.await()
                .atMost(LIMIT)
                .until(() -> visitor.signedUp().post("/v1/schedules", SCHEDULE), answer -> answer.status() == 201);

        List<Span> trace = RecordedTraces.of(created.header("X-Trace-Id"), TraceSystemTests::isWhole);

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
        assertThat(trace)
                .allSatisfy(span -> assertThat(span.resource())
                        .containsEntry("service.namespace", "haru")
                        .containsKeys("service.version", "service.instance.id"));
    }

    @Test
    void signInShowsTheHashAndItsQueue() {
        String nickname = Client.freshNickname();
        visitor.register(nickname);
        Answer login = visitor.login(nickname, Client.PASSWORD);

        List<Span> trace = RecordedTraces.of(login.header("X-Trace-Id"), TraceSystemTests::isWhole);

        assertThat(trace)
                .extracting(Span::title)
                .contains("gateway: POST /v1/auth/user/login", "auth-service: hash wait", "auth-service: hash")
                .anyMatch(title -> title.startsWith("auth-service: EVAL"));
    }

    @Test
    void registrationHandsOverWithinItsTrace() {
        // While member-service is thought to be away, the request leaves it to the relay.
        Awaitility.await().atMost(LIMIT).untilAsserted(() -> {
            String nickname = Client.freshNickname();
            Answer registered = visitor.register(nickname);

            List<Span> trace = RecordedTraces.of(registered.header("X-Trace-Id"), TraceSystemTests::isWhole);

            assertThat(trace).noneMatch(span -> span.toString().contains(nickname));
            assertThat(trace)
                    .extracting(Span::title)
                    .contains(
                            "gateway: POST /v1/auth/user/register",
                            "auth-service: outbox hand-over",
                            "member-service: PUT /internal/members/{id}");
        });
    }

    @Test
    void healthChecksAndBackgroundWorkAreNotTraced() {
        new Client(system.url(Port.MEMBER_MANAGEMENT)).get("/actuator/health/readiness");
        Answer answer = visitor.get("/v1/locations");
        RecordedTraces.of(answer.header("X-Trace-Id"), TraceSystemTests::isWhole);

        assertThat(RecordedTraces.all())
                .filteredOn(span -> span.parent().isEmpty())
                .allMatch(span ->
                        span.service().equals("gateway") || !span.links().isEmpty());
        assertThat(RecordedTraces.all()).noneMatch(span -> span.name().contains("actuator"));
    }

    @Test
    void whenTheClientWantsNoRecordThereIsNone() {
        String unwanted = "0af7651916cd43dd8448eb211c80319c";
        Answer unrecorded = visitor.with("traceparent", "00-" + unwanted + "-b7ad6b7169203331-00")
                .get("/v1/locations");
        Answer recorded = visitor.get("/v1/locations");
        RecordedTraces.of(recorded.header("X-Trace-Id"), TraceSystemTests::isWhole);

        assertThat(unrecorded.header("X-Trace-Id")).isEqualTo(unwanted);
        assertThat(RecordedTraces.all()).noneMatch(span -> span.traceId().equals(unwanted));
    }

    /** The first span is the last to end, so with it and everybody's parent there is nothing to come. */
    private static boolean isWhole(List<Span> trace) {
        Set<String> ids = trace.stream().map(Span::id).collect(Collectors.toSet());
        return trace.stream().filter(span -> span.parent().isEmpty()).count() == 1
                && trace.stream().allMatch(span -> span.parent().isEmpty() || ids.contains(span.parent()));
    }
}
