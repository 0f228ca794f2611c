package dev.haru.local.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.haru.local.HaruSystem;
import dev.haru.local.port.Hop;
import dev.haru.local.port.Port;
import dev.haru.local.system.LatencyTool.Diff;
import dev.haru.local.system.RecordedTraces.Span;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * {@code latency diff} names what somebody has broken, and nothing else. The requests before and after take turns, so
 * that whatever else the machine does slows down both alike.
 */
@SystemTest
@Order(Integer.MAX_VALUE - 2)
class LatencySystemTests {

    private static final int ROUNDS = 35;
    private static final int BATCHES = 4;
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Duration HELD = Duration.ofMillis(50);
    private static final String ROUTE = "GET /v1/schedules";
    private static final String PATH = "/v1/schedules";
    private static final String POOL_WAIT = "schedule-service pool wait";
    private static final String MEMBER_HOP = "schedule-service network to member-service";

    private final HaruSystem system;
    private final Client visitor;
    private final Detours detours;
    private final Set<String> before = new HashSet<>();
    private final Set<String> after = new HashSet<>();
    private String refreshToken = "";

    @TempDir
    private Path directory;

    LatencySystemTests(HaruSystem system, Client visitor, Detours detours) {
        this.system = system;
        this.visitor = visitor;
        this.detours = detours;
    }

    @BeforeEach
    void signIn() {
        refreshToken = await().atMost(LIMIT)
                .until(() -> visitor.login("seed_46", Client.PASSWORD), answer -> answer.status() == 200)
                .text("/refreshToken");
    }

    static Stream<Arguments> hops() {
        return Stream.of(
                Arguments.of(Detours.GATEWAY_TO_SCHEDULE, "gateway network to schedule-service"),
                Arguments.of(Detours.SCHEDULE_TO_MEMBER, MEMBER_HOP),
                Arguments.of(Detours.MEMBER_TO_AUTH, "member-service network to auth-service"));
    }

    @ParameterizedTest
    @MethodSource("hops")
    void whenAHopTakes20MillisecondsMoreItIsNamedAndNoOther(Hop hop, String component) throws Exception {
        Detour detour = detours.on(hop);

        Diff diff = diff("5ms", component, () -> {
            measure(before, () -> stranger().get(PATH));
            detour.delay(Duration.ofMillis(20));
            try {
                measure(after, () -> stranger().get(PATH));
            } finally {
                detour.delay(Duration.ZERO);
            }
        });

        assertThat(diff.components("SLOWER")).as(diff.toString()).containsExactly(component);
        assertThat(diff.components("FASTER")).as(diff.toString()).isEmpty();
        assertThat(diff.calls()).as(diff.toString()).isEmpty();
        assertThat(diff.millis(component)).isBetween(15.0, 40.0);
        assertThat(diff.exitCode()).isOne();
    }

    @Test
    void whenThePoolIsExhaustedItsWaitIsNamedAndNothingElse() throws Exception {
        Client member = stranger();

        Diff diff = diff("25ms", POOL_WAIT, () -> {
            measure(before, () -> member.get(PATH));
            measure(after, () -> whileThePoolIsExhausted(member));
        });

        assertThat(diff.components("SLOWER")).as(diff.toString()).containsExactly(POOL_WAIT);
        assertThat(diff.components("FASTER")).as(diff.toString()).isEmpty();
        assertThat(diff.calls()).as(diff.toString()).isEmpty();
        assertThat(diff.exitCode()).isOne();
    }

    /** What schedule-service does not remember member-service still does: as if the first had no cache. */
    @Test
    void whenACacheAnswersNothingTheHopBehindItIsNamedAndNoFurtherOne() throws Exception {
        Diff diff = diff(
                "10%",
                MEMBER_HOP, () -> {
                    Client known = stranger();
                    assertThat(known.get("/v1/members/me").status()).isEqualTo(200);
                    measure(after, () -> known.get(PATH));
                    measure(before, () -> known.get(PATH));
                });

        assertThat(diff.calls()).as(diff.toString()).containsExactly(MEMBER_HOP);
        assertThat(diff.components("SLOWER")).as(diff.toString()).contains(MEMBER_HOP);
    }

    /** Signed in with a token that no cache has seen. */
    private Client stranger() {
        Answer pair = await().atMost(LIMIT)
                .until(
                        () -> visitor.post("/v1/auth/user/refresh", """
                                {"refreshToken":"%s"}""".formatted(refreshToken)),
                        answer -> answer.status() == 200);
        refreshToken = pair.text("/refreshToken");
        return visitor.withToken(pair.text("/token"));
    }

    /** Notes the trace of a request that was served; one that a busy machine refused says nothing. */
    private static void measure(Set<String> traces, Supplier<Answer> request) {
        Answer answer = request.get();
        if (answer.status() == 200) {
            traces.add(answer.header("X-Trace-Id"));
        }
    }

    /** Calls that a lock keeps waiting have all connections until somebody has waited for one for a while. */
    private Answer whileThePoolIsExhausted(Client member) {
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();
                Connection connection = system.connectAs("schedule");
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("lock table schedule.template in access exclusive mode");
            double size = connections("max");
            for (int i = 0; i < size; i++) {
                callers.execute(() -> visitor.impatient().get("/v1/templates/" + UUID.randomUUID()));
            }
            awaitUnlessTooBusy(() -> connections("active") >= size);
            Future<Answer> answer = callers.submit(() -> member.impatient().get(PATH));
            awaitUnlessTooBusy(() -> connections("pending") > 0);
            await().pollDelay(HELD).until(() -> true);
            connection.rollback();
            return answer.get();
        } catch (SQLException | ExecutionException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Statements give up after a second: when it takes longer to see them, there is nothing to see any more. */
    private static void awaitUnlessTooBusy(Callable<Boolean> condition) {
        try {
            await().pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(10))
                    .atMost(Duration.ofSeconds(1))
                    .until(condition);
        } catch (ConditionTimeoutException e) {
            // the round is measured as it is; enough others are not
        }
    }

    private double connections(String state) {
        String metrics = new Client(system.url(Port.SCHEDULE_MANAGEMENT))
                .get("/actuator/prometheus")
                .body();
        return metrics.lines()
                .filter(line -> line.startsWith("hikaricp_connections_" + state + "{"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    /** On a busy machine one request that takes a second hides what forty others say: then more are asked. */
    private Diff diff(String threshold, String slower, Runnable round) throws IOException, InterruptedException {
        for (int batch = 1; ; batch++) {
            for (int i = 0; i < ROUNDS; i++) {
                round.run();
            }
            awaitWritten();
            Diff diff = LatencyTool.diff(ROUTE, threshold, file("before", before), file("after", after));
            if (diff.components("SLOWER").contains(slower) || batch == BATCHES) {
                return diff;
            }
        }
    }

    /** Each process writes in the order in which spans end, so with these all others are there. */
    private void awaitWritten() {
        Answer last = stranger().get(PATH);
        RecordedTraces.await(
                last.header("X-Trace-Id"),
                trace -> assertThat(trace)
                        .extracting(Span::title)
                        .contains(
                                "gateway: " + ROUTE,
                                "schedule-service: " + ROUTE,
                                "member-service: GET /internal/members/by-access-token",
                                "auth-service: POST /internal/tokens/introspect"));
    }

    private Path file(String name, Set<String> traces) {
        Path file = directory.resolve(name + ".jsonl");
        RecordedTraces.copy(traces, file);
        return file;
    }
}
