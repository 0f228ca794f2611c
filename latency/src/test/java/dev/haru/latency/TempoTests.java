package dev.haru.latency;

import static dev.haru.latency.CommandLineFixture.latency;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.haru.latency.CommandLineFixture.Result;
import dev.haru.latency.source.OtlpFiles;
import dev.haru.latency.trace.HaruTraces;
import dev.haru.latency.trace.Span;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Uses a server that responds like Tempo 3: ids in base64, span kinds by name, search results without leading zeros.
 */
class TempoTests {

    private static final Pattern ID = Pattern.compile("\"(traceId|spanId|parentSpanId)\":\"([0-9a-f]+)\"");

    private final List<String> queries = new CopyOnWriteArrayList<>();
    private HttpServer server;
    private String url;
    private int traces = 40;
    private int statusOfOneThatIsGone = 404;
    private int statusOfSearch = 200;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/api/search", this::search);
        server.createContext("/api/v2/traces/", this::trace);
        server.start();
        url = "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void tracesOfARouteAreFoundAndRead() {
        Result result = latency("of", HaruTraces.CREATE, "--tempo", url + "/", "--last", "1h");

        assertThat(result.err()).isEmpty();
        assertThat(result.out())
                .startsWith("POST /v1/schedules: 39 requests in Tempo at " + url)
                .containsPattern("schedule-service +sql insert into schedule .* 8\\.000")
                .contains(url + "/api/v2/traces/000000000000123400000000000000");
        assertThat(queries.getFirst())
                .contains("span.http.request.method = \"POST\" && (span.haru.route = \"/v1/schedules\"")
                .contains("} with (most_recent=true)&")
                .contains("limit=1000")
                .contains("start=1795255200&end=1795258801");
    }

    @Test
    void searchBeginsAtTheGivenInstant() {
        latency("of", HaruTraces.CREATE, "--tempo", url, "--since", "2026-11-21T10:01:00.5Z");

        assertThat(queries.getFirst()).contains("start=1795255260&end=1795258801");
    }

    @Test
    void searchThatReachesTheLimitIsReported() {
        Result result = latency("of", HaruTraces.CREATE, "--tempo", url, "--limit", "40");

        assertThat(result.code()).isZero();
        assertThat(result.err().lines())
                .singleElement()
                .asString()
                .startsWith(
                        "latency: the search from 2026-11-21T10:00:00Z to 2026-11-21T11:00:00Z found 40 traces, as many as --limit");
    }

    @Test
    void queryWithHintsStaysAsItIs() {
        String query = "{ name = \"with (a)\" } with (most_recent=false)";
        latency(
                "why",
                "--tempo",
                url,
                "--before",
                "now-1h/15m " + query,
                "--after",
                "now-20m/15m { name = \"with (a)\" }");

        assertThat(queries.getFirst()).contains("q=" + query + "&");
        assertThat(queries.getLast()).contains("q={ name = \"with (a)\" } with (most_recent=true)&");
    }

    @Test
    void deletedTraceIsSkippedAndTheOthersAreRead() {
        statusOfOneThatIsGone = 200;
        Result result = latency("of", HaruTraces.CREATE, "--tempo", url);

        assertThat(result.err()).isEmpty();
        assertThat(result.out()).startsWith("POST /v1/schedules: 39 requests in Tempo at " + url);
    }

    @Test
    void unknownRouteListsTheRoutesOfOtherTraces() {
        traces = 0;
        Result result = latency("of", "GET /v1/nothing", "--tempo", url);

        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err())
                .contains("No request of GET /v1/nothing in Tempo at " + url + ". No request was found.");
        assertThat(queries).hasSize(2).last().asString().contains("q={ kind = server } with (most_recent=true)&");
    }

    @Test
    void windowsAreCompared() {
        Result result = latency(
                "diff", "--tempo", url, "--before", "2026-11-21T10:00:00Z/15m", "--after", "2026-11-21T10:30:00Z/15m");

        assertThat(result.code()).isZero();
        assertThat(queries).hasSize(2).first().asString().contains("start=1795255200&end=1795256101");
    }

    @Test
    void relativeWindowsBeginBeforeNow() {
        Result result = latency("diff", "--tempo", url, "--before", "now-1h/15m", "--after", "now-20m-10m/15m");

        assertThat(result.code()).isZero();
        assertThat(queries).hasSize(2).first().asString().contains("start=1795255200&end=1795256101");
        assertThat(queries).last().asString().contains("start=1795257000&end=1795257901");
    }

    @Test
    void budgetsMayHaveAQuery(@TempDir Path directory) throws IOException {
        Path budgets = Files.writeString(directory.resolve("budgets.yaml"), "POST /v1/schedules: {p95: 30ms}");
        String query = "{ resource.k8s.pod.name =~ \".*7d4f.*\" }";

        assertThat(latency("budget", budgets.toString(), "--tempo", url, "--query", query)
                        .code())
                .isZero();
        assertThat(queries).singleElement().asString().contains("q=" + query + " with (most_recent=true)&");
        assertThat(latency("budget", budgets.toString(), "--tempo", url, "--query", " ")
                        .err())
                .startsWith("latency: --query is empty");
    }

    @Test
    void windowsMayHaveAQuery() {
        latency(
                "why",
                "--tempo",
                url,
                "--before",
                "now-1h/15m { resource.service.version = \"1\" }",
                "--after",
                "now-1h/15m  ");

        assertThat(queries)
                .hasSize(2)
                .first()
                .asString()
                .contains("q={ resource.service.version = \"1\" } with (most_recent=true)&start=");
        assertThat(queries).last().asString().contains("q={ kind = server } with (most_recent=true)&start=");
    }

    @Test
    void invalidQueryIsReportedWithTheReason() {
        statusOfSearch = 400;

        assertReported(url, "returned 400 for /api/search: invalid TraceQL query");
    }

    @Test
    void unreachableTempoIsReported() {
        stop();
        assertReported(url, "Tempo at " + url + " cannot be reached");
    }

    @Test
    void urlOfAnotherServerIsReported() {
        assertReported(url + "/elsewhere", "returned 404 for /elsewhere/api/search");
    }

    private static void assertReported(String tempo, String message) {
        Result result = latency("doctor", "--tempo", tempo);

        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err().lines()).singleElement().asString().contains(message);
    }

    private void search(HttpExchange exchange) throws IOException {
        queries.add(URLDecoder.decode(exchange.getRequestURI().getRawQuery().replace("+", "%20"), UTF_8));
        String found = IntStream.range(0, traces)
                .mapToObj(number -> "{\"traceID\":\"1234%016x\"}".formatted(number))
                .collect(Collectors.joining(","));
        if (statusOfSearch != 200) {
            answer(exchange, statusOfSearch, "invalid TraceQL query\nat line 1");
            return;
        }
        answer(exchange, 200, "{\"traces\":[" + found + "],\"metrics\":{}}");
    }

    /** Trace 0 is deleted, which Tempo reports in two ways. */
    private void trace(HttpExchange exchange) throws IOException {
        String id = exchange.getRequestURI().getPath().replaceAll(".*/", "");
        long number = HexFormat.fromHexDigitsToLong(id.substring(16));
        if (number == 0) {
            answer(exchange, statusOfOneThatIsGone, "{\"trace\":{}}");
            return;
        }
        String spans = HaruTraces.create(number).spans().stream()
                .map(TempoTests::resourceSpans)
                .collect(Collectors.joining(","));
        answer(exchange, 200, "{\"trace\":{\"resourceSpans\":[" + spans + "]}}");
    }

    private static String resourceSpans(Span span) {
        String line = OtlpFiles.line(span).strip();
        String inner = line.substring("{\"resourceSpans\":[".length(), line.length() - 2);
        return ID.matcher(inner)
                .replaceAll(id -> "\"%s\":\"%s\""
                        .formatted(
                                id.group(1),
                                Base64.getEncoder()
                                        .encodeToString(HexFormat.of().parseHex(id.group(2)))))
                .replace("\"kind\":2", "\"kind\":\"SPAN_KIND_SERVER\"")
                .replace("\"kind\":3", "\"kind\":\"SPAN_KIND_CLIENT\"");
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(UTF_8);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        // HttpExchange.close would also close the connection, on which the client may already send its next request.
        exchange.getResponseBody().close();
    }
}
