package dev.haru.systemtests.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.haru.local.HaruSystem;
import dev.haru.local.port.Port;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every response contains its trace id and the time that each service took. */
@SystemTest
class TimingSystemTests {

    private static final int CALLS = 21;
    private static final Duration LIMIT = Duration.ofMinutes(3);

    /** For several measurements on a busy machine. */
    private static final Duration MEASUREMENTS_LIMIT = Duration.ofMinutes(15);

    private static final String UNRECORDED = "00-5bd66ef5095369c7b0d1f8f4bd33716a-9cb4af2b8b7a0de1-00";

    private final HaruSystem system;
    private final Client client;

    TimingSystemTests(HaruSystem system, Client client) {
        this.system = system;
        this.client = client;
    }

    @ParameterizedTest
    @MethodSource("answers")
    void everyResponseHasTraceIdAndServerTiming(int status, String hops, Function<Client, Answer> call) {
        Answer answer = call.apply(client);

        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        assertThat(answer.headers().allValues("X-Trace-Id"))
                .singleElement()
                .asString()
                .matches("[0-9a-f]{32}");
        assertThat(answer.headers().allValues("Server-Timing")).hasSize(1);
        assertThat(names(answer)).startsWith(hops.split(" "));
        if (status >= 400) {
            assertThat(answer.text("/traceId")).isEqualTo(answer.header("X-Trace-Id"));
        }
    }

    static Stream<Arguments> answers() {
        return Stream.of(
                answer(200, "gw schedule net", client -> client.get("/v1/locations")),
                answer(
                        200,
                        "gw member db pool auth",
                        client -> client.signedIn("seed_40").get("/v1/members/me")),
                answer(
                        304,
                        "gw schedule",
                        client -> client.with(
                                        "If-None-Match",
                                        client.get("/v1/locations").header("ETag"))
                                .get("/v1/locations")),
                answer(204, "gw auth", client -> client.signedIn("seed_41").post("/v1/auth/user/logout", "")),
                answer(200, "gw auth hash-wait hash db pool", client -> client.login("seed_42", Client.PASSWORD)),
                answer(400, "gw auth net", client -> client.post("/v1/auth/user/login", "{")),
                answer(401, "gw member net", client -> client.get("/v1/members/me")),
                answer(401, "gw", client -> client.withToken("hru_short").get("/v1/members/me")),
                answer(404, "gw", client -> client.get("/v2/anything")),
                answer(
                        404,
                        "gw schedule",
                        client -> client.signedIn("seed_43").get("/v1/schedules/018f0000-0000-7000-8000-000000000000")),
                answer(501, "gw", client -> client.send("TRACE", "/v1/locations", new byte[0])),
                answer(413, "gw", client -> client.post("/v1/auth/user/login", "x".repeat(100_000))),
                answer(
                        415,
                        "gw auth",
                        client -> client.with("Content-Type", "text/plain")
                                .send("POST", "/v1/auth/user/login", "a".getBytes(UTF_8))),
                answer(
                        431,
                        "gw",
                        client -> client.with("Cookie", "a".repeat(40_000)).get("/v1/locations")));
    }

    @Test
    void cacheHitIsMarked() {
        Client member = client.signedIn("seed_44");

        // The entry of the first request may expire before a late second request.
        await().atMost(LIMIT).untilAsserted(() -> {
            assertThat(member.get("/v1/schedules").status()).isEqualTo(200);
            assertThat(member.get("/v1/schedules").header("Server-Timing")).contains("member;dur=0;desc=\"hit\"");
        });
    }

    /**
     * Compares the sum of the parts with the gateway's own metric, which measures the same calls. The metric also
     * includes the transmission of the response, where a busy machine may interrupt it. The test therefore checks the
     * 25th percentile, and repeats the measurement if that fails.
     */
    @Test
    void partsAddUpToTheGatewaysTotal() {
        // The trace is not recorded, because the agent's work for a span would count in only one of the two
        // measurements.
        Client member = client.signedIn("seed_45").with("traceparent", UNRECORDED);
        for (int i = 0; i < CALLS; i++) {
            member.get("/v1/schedules");
        }

        await().atMost(MEASUREMENTS_LIMIT).untilAsserted(() -> {
            List<Difference> differences = differences(member);
            assertThat(differences.get(CALLS / 4).overTolerance())
                    .as(differences.toString())
                    .isLessThanOrEqualTo(0);
        });
    }

    /** The differences of some calls, the smallest first. */
    private List<Difference> differences(Client member) {
        List<Difference> differences = new ArrayList<>();
        for (int i = 0; i < CALLS; i++) {
            GatewayMetric before = gatewayMetric();
            double parts = sum(member.get("/v1/schedules"));
            // The gateway counts a call after the whole response is sent. The client may receive the response earlier.
            GatewayMetric after = await().atMost(LIMIT)
                    .pollInSameThread()
                    .pollDelay(Duration.ZERO)
                    .until(this::gatewayMetric, metric -> metric.calls() > before.calls());
            differences.add(new Difference(parts, after.millis() - before.millis()));
        }
        return differences.stream()
                .sorted(Comparator.comparingDouble(Difference::overTolerance))
                .toList();
    }

    private GatewayMetric gatewayMetric() {
        String metrics = new Client(system.url(Port.GATEWAY_MANAGEMENT))
                .get("/actuator/prometheus")
                .body();
        return new GatewayMetric(
                Math.round(total(metrics, "http_server_requests_seconds_count")),
                total(metrics, "http_server_requests_seconds_sum") * 1000);
    }

    private static double total(String metrics, String name) {
        return metrics.lines()
                .filter(line -> line.startsWith(name) && line.contains("uri=\"schedule-service\""))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    private static Arguments answer(int status, String hops, Function<Client, Answer> call) {
        return Arguments.of(status, hops, call);
    }

    private static String[] names(Answer answer) {
        return Arrays.stream(answer.header("Server-Timing").split(", "))
                .map(entry -> entry.replaceFirst(";.*$", ""))
                .toArray(String[]::new);
    }

    private static double sum(Answer answer) {
        return Arrays.stream(answer.header("Server-Timing").split(", "))
                .mapToDouble(entry -> Double.parseDouble(entry.replaceFirst("^[^;]+;dur=([0-9.]+).*$", "$1")))
                .sum();
    }

    /** The gateway's metric of its calls to schedule-service. */
    private record GatewayMetric(long calls, double millis) {}

    /** Both measurements of a call, in milliseconds. */
    private record Difference(double parts, double total) {

        double overTolerance() {
            return Math.abs(total - parts) - Math.max(1, total * 0.05);
        }
    }
}
