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
 * {@code latency diff} names the component that a test slowed down, and no other. Requests before and after the change
 * alternate, so that other load on the machine slows both equally.
 */
@SystemTest
@Order(Integer.MAX_VALUE - 2)
class LatencySystemTests {

    private static final int ROUNDS = 35;
    private static final int BATCHES = 4;
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Duration HOLD = Duration.ofMillis(50);
    private static final String ROUTE = "GET /v1/schedules";
    private static final String PATH = "/v1/schedules";
    private static final String POOL_WAIT = "schedule-service pool wait";
    private static final String MEMBER_HOP = "schedule-service network to member-service";

    private final HaruSystem system;
    private final Client client;
    private final DelayProxies proxies;
    private final Set<String> before = new HashSet<>();
    private final Set<String> after = new HashSet<>();
    private String refreshToken = "";

    @TempDir
    private Path directory;

    LatencySystemTests(HaruSystem system, Client client, DelayProxies proxies) {
        this.system = system;
        this.client = client;
        this.proxies = proxies;
    }

    @BeforeEach
    void signIn() {
        refreshToken = await().atMost(LIMIT)
                .until(() -> client.login("seed_46", Client.PASSWORD), answer -> answer.status() == 200)
                .text("/refreshToken");
    }

    static Stream<Arguments> hops() {
        return Stream.of(
                Arguments.of(DelayProxies.GATEWAY_TO_SCHEDULE, "gateway network to schedule-service"),
                Arguments.of(DelayProxies.SCHEDULE_TO_MEMBER, MEMBER_HOP),
                Arguments.of(DelayProxies.MEMBER_TO_AUTH, "member-service network to auth-service"));
    }

    @ParameterizedTest
    @MethodSource("hops")
    void hopWith20MoreMillisecondsIsTheOnlySlowerOne(Hop hop, String component) throws Exception {
        DelayProxy proxy = proxies.on(hop);

        Diff diff = diff("5ms", component, () -> {
            measure(before, () -> withUncachedToken().get(PATH));
            proxy.delay(Duration.ofMillis(20));
            try {
                measure(after, () -> withUncachedToken().get(PATH));
            } finally {
                proxy.delay(Duration.ZERO);
            }
        });

        assertThat(diff.components("SLOWER")).as(diff.toString()).containsExactly(component);
        assertThat(diff.components("FASTER")).as(diff.toString()).isEmpty();
        assertThat(diff.calls()).as(diff.toString()).isEmpty();
        assertThat(diff.millis(component)).isBetween(15.0, 40.0);
        assertThat(diff.exitCode()).isOne();
    }

    @Test
    void poolWaitIsTheOnlySlowerPartOfAnExhaustedPool() throws Exception {
        Client member = withUncachedToken();

        Diff diff = diff("25ms", POOL_WAIT, () -> {
            measure(before, () -> member.get(PATH));
            measure(after, () -> getWithExhaustedPool(member));
        });

        assertThat(diff.components("SLOWER")).as(diff.toString()).containsExactly(POOL_WAIT);
        assertThat(diff.components("FASTER")).as(diff.toString()).isEmpty();
        assertThat(diff.calls()).as(diff.toString()).isEmpty();
        assertThat(diff.exitCode()).isOne();
    }

    /**
     * The token is in the cache of member-service but not in that of schedule-service. The effect is that of a
     * schedule-service without a cache.
     */
    @Test
    void missingCacheNamesTheNextHopAndNoFurtherOne() throws Exception {
        Diff diff = diff(
                "10%",
                MEMBER_HOP, () -> {
                    Client known = withUncachedToken();
                    assertThat(known.get("/v1/members/me").status()).isEqualTo(200);
                    measure(after, () -> known.get(PATH));
                    measure(before, () -> known.get(PATH));
                });

        assertThat(diff.calls()).as(diff.toString()).containsExactly(MEMBER_HOP);
        assertThat(diff.components("SLOWER")).as(diff.toString()).contains(MEMBER_HOP);
    }

    /** Returns a client with a token that is in no cache. */
    private Client withUncachedToken() {
        Answer pair = await().atMost(LIMIT)
                .until(
                        () -> client.post("/v1/auth/user/refresh", """
                                {"refreshToken":"%s"}""".formatted(refreshToken)),
                        answer -> answer.status() == 200);
        refreshToken = pair.text("/refreshToken");
        return client.withToken(pair.text("/token"));
    }

    /** Records the trace of a successful request. A request that a busy machine refused is not recorded. */
    private static void measure(Set<String> traces, Supplier<Answer> request) {
        Answer answer = request.get();
        if (answer.status() == 200) {
            traces.add(answer.header("X-Trace-Id"));
        }
    }

    /**
     * Requests that wait for a lock hold all connections of the pool, until the measured request has waited for a
     * while.
     */
    private Answer getWithExhaustedPool(Client member) {
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
                Connection connection = system.connectAs("schedule");
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("lock table schedule.template in access exclusive mode");
            double size = connections("max");
            for (int i = 0; i < size; i++) {
                executor.execute(() -> client.withoutRetry().get("/v1/templates/" + UUID.randomUUID()));
            }
            awaitUnlessTooBusy(() -> connections("active") >= size);
            Future<Answer> answer = executor.submit(() -> member.withoutRetry().get(PATH));
            awaitUnlessTooBusy(() -> connections("pending") > 0);
            await().pollDelay(HOLD).until(() -> true);
            connection.rollback();
            return answer.get();
        } catch (SQLException | ExecutionException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** A statement times out after a second. If the condition takes longer, there is nothing left to observe. */
    private static void awaitUnlessTooBusy(Callable<Boolean> condition) {
        try {
            await().pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(10))
                    .atMost(Duration.ofSeconds(1))
                    .until(condition);
        } catch (ConditionTimeoutException e) {
            // the round is measured anyway; enough other rounds are valid
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

    /** On a busy machine, one request of a second can hide the difference of forty others. More rounds then follow. */
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

    /**
     * Waits until all spans are written. Each process writes spans in the order of their ends, so the spans of a last
     * request mark the end.
     */
    private void awaitWritten() {
        Answer last = withUncachedToken().get(PATH);
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
