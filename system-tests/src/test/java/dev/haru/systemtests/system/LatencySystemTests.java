package dev.haru.systemtests.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.awaitility.Awaitility.await;

import dev.haru.local.HaruSystem;
import dev.haru.local.port.Hop;
import dev.haru.local.port.Port;
import dev.haru.systemtests.system.LatencyTool.Diff;
import dev.haru.systemtests.system.RecordedTraces.Span;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
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
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/**
 * {@code latency diff} names the component that a test slowed down, and no other; {@code latency what-if} predicts the
 * effect. Requests before and after the change alternate, so that other load on the machine slows both equally.
 */
@SystemTest
@Order(Integer.MAX_VALUE - 2)
class LatencySystemTests {

    private static final int ROUNDS = 35;

    /** {@code latency diff} refuses to compare fewer requests. */
    private static final int MINIMUM_REQUESTS = 30;

    private static final Duration LIMIT = Duration.ofMinutes(3);

    /** For several attempts, each of up to half a minute, and of some minutes on a busy machine. */
    private static final Duration ATTEMPTS_LIMIT = Duration.ofMinutes(15);

    /** Shorter than the 500 ms that a request waits for a connection of the pool. */
    private static final Duration HOLD = Duration.ofMillis(200);

    private static final int UNAUTHORIZED = 401;
    private static final String ROUTE = "GET /v1/schedules";
    private static final String PATH = "/v1/schedules";
    private static final String POOL_WAIT = "schedule-service pool wait";
    private static final String MEMBER_HOP = "schedule-service network to member-service";

    /** The measured range of a delay of 20 ms (ms). */
    private static final double MIN_DELAY = 15;

    private static final double MAX_DELAY = 40;

    private final HaruSystem system;
    private final Client client;
    private final DelayProxies proxies;
    private final Set<String> before = new HashSet<>();
    private final Set<String> after = new HashSet<>();
    private String refreshToken = "";

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    LatencySystemTests(HaruSystem system, Client client, DelayProxies proxies) {
        this.system = system;
        this.client = client;
        this.proxies = proxies;
    }

    @BeforeEach
    void signIn() {
        refreshToken = await().atMost(LIMIT)
                .ignoreException(UncheckedIOException.class)
                .until(this::logIn, answer -> answer.status() == 200)
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
    void hopWith20MoreMillisecondsIsTheOnlySlowerOne(Hop hop, String component) {
        DelayProxy proxy = proxies.on(hop);

        awaitAsserted(() -> {
            Diff diff = diff("5ms", () -> {
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
            assertThat(diff.millis(component)).isBetween(MIN_DELAY, MAX_DELAY);
            assertThat(diff.exitCode()).isOne();
            JsonNode predicted = LatencyTool.whatIf(ROUTE, component + " +20ms", directory.resolve("before.jsonl"));
            assertThat(predicted.path("affected")).isEqualTo(predicted.path("requests"));
            assertThat(predicted.at("/figures/1/predictedNanos").asDouble())
                    .isCloseTo(diff.medianAfter(), withinPercentage(30));
        });
    }

    @Test
    void poolWaitIsTheOnlySlowerPartOfAnExhaustedPool() {
        awaitAsserted(() -> {
            // After the wait, the measured request and the released requests compete for the processors. The threshold
            // excludes this effect.
            Diff diff = diff("100ms", () -> {
                // The cache entry of a token for all rounds would expire, mostly before the slower request of a round.
                Client member = withUncachedToken();
                member.get(PATH);
                measure(before, () -> member.get(PATH));
                measure(after, () -> getWithExhaustedPool(member));
            });

            assertThat(diff.components("SLOWER")).as(diff.toString()).containsExactly(POOL_WAIT);
            assertThat(diff.components("FASTER")).as(diff.toString()).isEmpty();
            assertThat(diff.calls()).as(diff.toString()).isEmpty();
            assertThat(diff.exitCode()).isOne();
        });
    }

    /**
     * The token is in the cache of member-service but not in that of schedule-service. The effect is that of a
     * schedule-service without a cache.
     */
    @Test
    void missingCacheNamesTheNextHopAndNoFurtherOne() {
        awaitAsserted(() -> {
            Diff diff = diff(
                    "10%",
                    () -> {
                        Client known = withUncachedToken();
                        assertThat(known.get("/v1/members/me").status()).isEqualTo(200);
                        measure(after, () -> known.get(PATH));
                        measure(before, () -> known.get(PATH));
                    });

            assertThat(diff.calls()).as(diff.toString()).containsExactly(MEMBER_HOP);
            assertThat(diff.components("SLOWER")).as(diff.toString()).contains(MEMBER_HOP);
        });
    }

    /**
     * On a busy machine, one request of a second can hide the difference of forty others, or exaggerate it. Then the
     * next attempt measures again.
     */
    private static void awaitAsserted(ThrowingRunnable attempt) {
        await().atMost(ATTEMPTS_LIMIT)
                .pollInSameThread()
                .pollDelay(Duration.ZERO)
                .ignoreException(UncheckedIOException.class)
                .untilAsserted(attempt);
    }

    /** Returns a client with a token that is in no cache. */
    private Client withUncachedToken() {
        Answer pair = await().atMost(LIMIT)
                .pollDelay(Duration.ZERO)
                .ignoreException(UncheckedIOException.class)
                .until(this::refresh, answer -> answer.status() == 200);
        refreshToken = pair.text("/refreshToken");
        return client.withToken(pair.text("/token"));
    }

    /**
     * Signs in again if the session has ended. On a busy machine, a refresh may succeed without a response. Its
     * repetition after ten seconds is reuse of the refresh token, which ends the session.
     */
    private Answer refresh() {
        Answer pair = client.post("/v1/auth/user/refresh", """
                {"refreshToken":"%s"}""".formatted(refreshToken));
        return pair.status() == UNAUTHORIZED ? logIn() : pair;
    }

    private Answer logIn() {
        return client.login("seed_46", Client.PASSWORD);
    }

    /** Records the trace of a successful request. A request that a busy machine refused is not recorded. */
    private static void measure(Set<String> traces, Supplier<Answer> request) {
        Answer answer = request.get();
        if (answer.status() == 200) {
            traces.add(answer.header("X-Trace-Id"));
        }
    }

    /** Requests that wait for a lock hold all connections of the pool while the measured request waits for one. */
    private Answer getWithExhaustedPool(Client member) {
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
                Connection connection = system.connectAs("schedule");
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("lock table schedule.template in access exclusive mode");
            double size = poolSize();
            for (int i = 0; i < size; i++) {
                Future<Answer> _ =
                        executor.submit(() -> client.withoutRetry().get("/v1/templates/" + UUID.randomUUID()));
            }
            awaitUnlessTooBusy(() -> connectionsWaitingForLock(statement) >= size);
            Future<Answer> answer = executor.submit(() -> member.withoutRetry().get(PATH));
            await().pollDelay(HOLD).until(() -> true);
            connection.rollback();
            return answer.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof UncheckedIOException lost ? lost : new IllegalStateException(e);
        } catch (SQLException e) {
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

    /** Asks PostgreSQL, because the metrics of HikariCP are up to a second old. */
    private static int connectionsWaitingForLock(Statement statement) throws SQLException {
        try (ResultSet rows = statement.executeQuery(
                "select count(*) from pg_locks where relation = 'schedule.template'::regclass and not granted")) {
            rows.next();
            return rows.getInt(1);
        }
    }

    private double poolSize() {
        String metrics = new Client(system.url(Port.SCHEDULE_MANAGEMENT))
                .get("/actuator/prometheus")
                .body();
        return metrics.lines()
                .filter(line -> line.startsWith("hikaricp_connections_max{"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    /** Measures and compares the requests of some rounds. */
    private Diff diff(String threshold, Runnable round) throws IOException, InterruptedException {
        before.clear();
        after.clear();
        for (int i = 0; i < ROUNDS; i++) {
            round.run();
        }
        assertThat(before).as("requests before").hasSizeGreaterThanOrEqualTo(MINIMUM_REQUESTS);
        assertThat(after).as("requests after").hasSizeGreaterThanOrEqualTo(MINIMUM_REQUESTS);
        awaitWritten();
        return LatencyTool.diff(ROUTE, threshold, file("before", before), file("after", after));
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
