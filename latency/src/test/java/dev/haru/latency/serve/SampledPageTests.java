package dev.haru.latency.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import dev.haru.latency.sampling.SampledPopulation;
import dev.haru.latency.trace.HaruTraces;
import dev.haru.latency.trace.Trace;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The page shows the figures of the population from which a sample with mixed probabilities was taken. */
class SampledPageTests {

    private static final String ROUTE = URLEncoder.encode(HaruTraces.CREATE, UTF_8);
    private static final String TENTH = "ot=th:e66666666666";

    @Test
    void routeOfTheSampleIsThatOfThePopulation() throws Exception {
        SampledPopulation traces = new SampledPopulation(1, 0);
        JsonNode population = routes(traces.all().stream()).get(0);
        JsonNode sample = routes(traces.kept().stream()).get(0);

        for (String figure : List.of("represented", "meanNanos", "p50Nanos", "p95Nanos", "p99Nanos")) {
            double expected = population.path(figure).asDouble();
            assertThat(sample.path(figure).asDouble()).as(figure).isCloseTo(expected, within(0.05 * expected));
        }
        assertThat(sample.path("failedShare").asDouble())
                .isCloseTo(population.path("failedShare").asDouble(), within(0.003));
        assertThat(sample.path("requests").asInt()).isLessThan(SampledPopulation.REQUESTS / 4);
    }

    /** 10 requests of 20 ms that stand for 100 take more time than 40 of 20 ms. */
    @Test
    void routesAreInTheOrderOfTheirRepresentedTime() throws Exception {
        JsonNode routes = routes(LongStream.range(0, 50)
                .mapToObj(number -> HaruTraces.of(
                        number,
                        trace -> trace.tracestate(number < 10 ? TENTH : "ot=th:0")
                                .server("gateway", number < 10 ? "GET /sampled" : "GET /all", 0, 20))));

        assertThat(routes.valueStream().map(route -> route.path("name").asString()))
                .containsExactly("GET /sampled", "GET /all");
    }

    /** Three requests that stand for 30 are faster than the four others. */
    @Test
    void exampleOfAShapeIsTheWeightedMedian() throws Exception {
        Stream<Trace> traces = LongStream.range(0, 7)
                .mapToObj(number -> HaruTraces.of(
                        number,
                        trace -> trace.tracestate(number < 3 ? TENTH : "ot=th:0")
                                .server("gateway", HaruTraces.CREATE, 0, 10 + number)));
        try (ServedTraces served = served(traces)) {
            assertThat(get(served, "api/shapes?route=" + ROUTE)
                            .get(0)
                            .path("example")
                            .asString())
                    .isEqualTo(HaruTraces.create(1).id().toString());
        }
    }

    @Test
    void queriesOfARouteSayHowItWasSampled() throws Exception {
        Stream<Trace> traces = LongStream.range(0, 80)
                .mapToObj(number -> HaruTraces.of(
                        number,
                        trace -> trace.tracestate(number < 40 ? TENTH : "ot=th:0")
                                .server("gateway", HaruTraces.CREATE, 0, 20)));
        String windows =
                "before=2026-11-21T10:00:00Z/2026-11-21T10:00:40Z&after=2026-11-21T10:00:40Z/2026-11-21T10:02:00Z";
        try (ServedTraces served = served(traces)) {
            assertThat(get(served, "api/profile?route=" + ROUTE)
                            .path("samplingNote")
                            .asString())
                    .startsWith("Sampled, and weighted by probability: 80 requests stand for 440");
            String note =
                    "Before: Sampled, and weighted by probability: 40 requests stand for 400 (effective sample size 40).";
            assertThat(get(served, "api/diff?route=" + ROUTE + "&" + windows)
                            .get(0)
                            .path("samplingNote")
                            .asString())
                    .isEqualTo(note);
            assertThat(get(served, "api/why?" + windows).path("samplingNote").asString())
                    .isEqualTo(note);
        }
    }

    @Test
    void comparisonNeedsEnoughEffectiveRequests() throws Exception {
        Stream<Trace> traces = LongStream.range(0, 80)
                .mapToObj(number -> HaruTraces.of(
                        number,
                        trace -> trace.tracestate(number == 7 ? "ot=th:fffffffffffff" : "ot=th:0")
                                .server("gateway", HaruTraces.CREATE, 0, 20)));
        try (ServedTraces served = served(traces)) {
            String diff = send(
                    served,
                    "api/diff?route=" + ROUTE + "&before=2026-11-21T10:00:00Z/2026-11-21T10:00:40Z"
                            + "&after=2026-11-21T10:00:40Z/2026-11-21T10:02:00Z");

            assertThat(diff)
                    .contains(
                            "does not have 30 requests both before and after. Before: 40, effective sample size 1. After: 40.");
        }
    }

    private static JsonNode routes(Stream<Trace> traces) throws Exception {
        try (ServedTraces served = served(traces)) {
            return get(served, "api/routes").path("routes");
        }
    }

    private static ServedTraces served(Stream<Trace> traces) throws Exception {
        ServedTraces served = new ServedTraces(10_000, traces);
        await("the traces")
                .atMost(TwoWindows.LIMIT)
                .until(() -> get(served, "api/state").path("version").asInt() > 0);
        return served;
    }

    private static JsonNode get(ServedTraces served, String path) throws Exception {
        return JsonMapper.shared().readTree(send(served, path));
    }

    private static String send(ServedTraces served, String path) throws Exception {
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(
                            HttpRequest.newBuilder(URI.create(served.url() + path))
                                    .build(),
                            BodyHandlers.ofString())
                    .body();
        }
    }
}
