package dev.haru.latency.serve;

import static dev.haru.latency.serve.TwoWindows.AFTER;
import static dev.haru.latency.serve.TwoWindows.BEFORE;
import static dev.haru.latency.serve.TwoWindows.ROUTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;
import static org.awaitility.Awaitility.await;

import dev.haru.latency.trace.HaruTraces;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The responses of the API to valid and to invalid queries. */
class LatencyServerTests {

    private static TwoWindows server;

    @BeforeAll
    static void start() {
        server = new TwoWindows();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Nested
    class Queries {

        @Test
        void stateNamesSourceAndBounds() throws Exception {
            JsonNode state = server.get("api/state");

            assertThat(state.path("source").asString()).isEqualTo("fixture");
            assertThat(state.path("traces").asInt()).isEqualTo(201);
            assertThat(state.path("maximumTraces").asInt()).isEqualTo(1_000);
            assertThat(state.path("read").asString()).isEqualTo("2026-11-22T10:00:00Z");
            assertThat(state.path("leftUntil").isNull()).isTrue();
            assertThat(state.path("dropped")).hasToString("{\"UNFINISHED\":3}");
            assertThat(state.path("droppedNote").asString()).isEqualTo("3 spans are left out: they have no end.");
        }

        @Test
        void routesComeWithTheMostTimeFirst() throws Exception {
            JsonNode routes = server.get("api/routes").path("routes");

            assertThat(routes.get(0).path("name").asString()).isEqualTo(HaruTraces.CREATE);
            assertThat(routes.get(0).path("requests").asInt()).isEqualTo(200);
            assertThat(routes.get(0).path("p50Nanos").asLong()).isEqualTo(30_200_000);
            assertThat(routes.get(0).path("p99Nanos").asLong()).isEqualTo(35_200_000);
            assertThat(server.get("api/routes?window=" + AFTER)
                            .path("routes")
                            .get(0)
                            .path("requests")
                            .asInt())
                    .isEqualTo(100);
        }

        @Test
        void componentsOfEachStepAddUpToItsMean() throws Exception {
            JsonNode timeline = server.get("api/timeline?route=" + ROUTE);

            assertThat(timeline.path("figures").size()).isLessThanOrEqualTo(121);
            for (int step = 0; step < timeline.path("figures").size(); step++) {
                double sum = 0;
                for (JsonNode line : timeline.path("components")) {
                    sum += line.path("meanNanos").get(step).asDouble();
                }
                assertThat(sum)
                        .isCloseTo(
                                timeline.path("figures")
                                        .get(step)
                                        .path("meanNanos")
                                        .asDouble(0),
                                offset(1.0));
            }
        }

        @Test
        void profileIsTheJsonOfTheCommandOf() throws Exception {
            JsonNode profile = server.get("api/profile?route=" + ROUTE + "&window=" + BEFORE);

            assertThat(profile.path("requests").asInt()).isEqualTo(100);
            assertThat(profile.path("whole").path("p50Nanos").asLong()).isEqualTo(30_100_000);
            assertThat(profile.path("components")
                            .get(0)
                            .path("component")
                            .path("service")
                            .asString())
                    .isEqualTo("schedule-service");
        }

        @Test
        void diffFindsTheSlowerHop() throws Exception {
            JsonNode diff = server.get("api/diff?route=" + ROUTE + "&before=" + BEFORE + "&after=" + AFTER)
                    .get(0);

            assertThat(diff.path("components").get(0).path("what").asString())
                    .isEqualTo("schedule-service network to member-service");
            assertThat(diff.path("components").get(0).path("verdict").asString())
                    .isEqualTo("SLOWER");
        }

        @Test
        void whyNamesTheSuspectOfTwoWindows() throws Exception {
            JsonNode why = server.get("api/why?before=" + BEFORE + "&after=" + AFTER);

            assertThat(why.path("before").asInt()).isEqualTo(100);
            assertThat(why.path("suspects").get(0).path("component").asString()).contains("network");
            assertThat(server.get("api/why?route=" + ROUTE).path("conclusion").asString())
                    .contains("slowest tenth");
        }

        @Test
        void shapesCountTheOperationsOfARequest() throws Exception {
            JsonNode shapes = server.get("api/shapes?route=" + ROUTE);

            assertThat(shapes).hasSize(1);
            assertThat(shapes.get(0).path("share").asDouble()).isEqualTo(1);
            assertThat(shapes.get(0).path("operations").size()).isEqualTo(9);
        }

        @Test
        void requestsComeWithTheSlowestFirst() throws Exception {
            JsonNode requests = server.get("api/requests?route=" + ROUTE);
            int shape = requests.get(0).path("shape").asInt();

            assertThat(requests).hasSize(50);
            assertThat(requests.get(0).path("durationNanos").asLong()).isEqualTo(35_200_000);
            assertThat(server.get("api/requests?route=" + ROUTE + "&shape=" + shape))
                    .hasSize(50);
            assertThat(server.get("api/requests?route=" + ROUTE + "&shape=" + (shape + 1)))
                    .isEmpty();
        }

        @Test
        void traceIsDrawnAsInTheCommandShow() throws Exception {
            String id = server.get("api/requests?route=" + ROUTE)
                    .get(0)
                    .path("trace")
                    .asString();

            assertThat(server.get("api/trace?id=" + id).path("spans").size()).isEqualTo(10);
            assertThat(server.get("api/waterfall?id=" + id).path("html").asString())
                    .contains("class=\"row", HaruTraces.LOOK_UP)
                    .doesNotContain("<script", "<style", "onclick");
        }

        @Test
        void namesOfSpansAreEscaped() throws Exception {
            String id = "0000000000001234000000000000012c";

            assertThat(server.get("api/waterfall?id=" + id).path("html").asString())
                    .contains("GET /v1/&lt;b&gt;")
                    .doesNotContain("<b>/");
        }
    }

    @Nested
    class BadQueries {

        @ParameterizedTest
        @CsvSource(delimiter = '|', textBlock = """
                timeline                               | route is missing
                profile?route=GET+%2Fnone              | No request of GET /none
                profile?route=x&window=now             | window=now: two instants
                profile?route=x&window=a/b             | window: a is not an instant
                routes?window=2026-11-21T10:00:00Z/2026-11-21T10:00:00Z | the end must be after the start
                routes?window=-1000-01-01T00:00:00Z/2026-11-21T10:00:00Z | not between 1970 and 2200
                routes?window=+1000000000-12-31T23:59:59Z/x | window:
                requests?route=x&shape=red             | shape=red is not the number of a shape
                trace                                  | id is missing
                trace?id=12                            | id=12 is not a trace id
                trace?id=zz000000000000000000000000000000 | is not a trace id
                trace?id=00000000000000000000000000000001 | is not kept any more
                diff?route=x&before=2026-11-21T10:00:00Z/2026-11-21T10:00:01Z | after is missing
                why?after=2026-11-21T10:00:00Z/2026-11-21T10:00:01Z | before is missing
                routes?a=1&a=2                         | The parameter a is repeated
                routes?a&b&c&d&e&f&g&h&i               | more than 8 parameters
                """)
        void badQueryIsRefusedWithItsReason(String query, String reason) throws Exception {
            HttpResponse<String> response = server.send("api/" + query);

            assertThat(response.statusCode()).isEqualTo(400);
            assertThat(new JsonMapper().readTree(response.body()).path("error").asString())
                    .contains(reason);
        }

        @Test
        void tooFewRequestsAreReported() throws Exception {
            HttpResponse<String> response = server.send("api/diff?route=%s&before=%s&after=%s"
                    .formatted(ROUTE, BEFORE, "2026-11-21T10:01:40Z/2026-11-21T10:01:50Z"));

            assertThat(response.statusCode()).isEqualTo(400);
            assertThat(response.body())
                    .contains("does not have 30 requests both before and after. Before: 100. After: 10.");
        }

        @Test
        void malformedEncodingIsReported() throws Exception {
            assertThat(server.raw("GET /api/routes?window=%zz HTTP/1.1\r\nHost: localhost\r\n\r\n"))
                    .contains(" 400 ");
        }
    }

    @Test
    void failedReadKeepsTheTracesAndReportsTheReason() throws Exception {
        try (ServedTraces failing = new ServedTraces(10, Stream.of(HaruTraces.create(1)))) {
            URI state = URI.create(failing.url() + "api/state");
            await("the traces")
                    .atMost(TwoWindows.LIMIT)
                    .until(() -> server.json(state).path("version").asInt() > 0);
            failing.fail("Tempo at http://tempo cannot be reached.");
            await("the problem")
                    .atMost(TwoWindows.LIMIT)
                    .until(() -> !server.json(state).path("problem").isNull());

            assertThat(server.json(state).path("problem").asString())
                    .isEqualTo("Tempo at http://tempo cannot be reached.");
            assertThat(server.json(state).path("read").asString()).isEqualTo("2026-11-22T10:00:00Z");
            assertThat(server.json(URI.create(failing.url() + "api/routes")).path("routes"))
                    .hasSize(1);
        }
    }
}
