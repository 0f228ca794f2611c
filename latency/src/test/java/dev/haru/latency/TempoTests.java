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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
    private String refusal = "invalid TraceQL query\nat line 1";
    private boolean isOld;
    private long partial = -1;
    private String headers = "";

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/api/search", this::search);
        server.createContext("/api/v2/traces/", this::trace);
        server.createContext("/api/traces/", this::trace);
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
        assertThat(queries)
                .hasSize(2)
                .last()
                .asString()
                .contains("q={ kind = server || kind = consumer } with (most_recent=true)&");
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
        assertThat(queries)
                .last()
                .asString()
                .contains("q={ kind = server || kind = consumer } with (most_recent=true)&start=");
    }

    @Test
    void invalidQueryIsReportedWithTheReason() {
        statusOfSearch = 400;

        assertReported(url, "returned 400 for /api/search: invalid TraceQL query");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        400 | range specified by start and end exceeds 168h0m0s | 400 for /api/search: range specified by start and end exceeds 168h0m0s
        401 | no org id                        | 401 for /api/search: no org id; set --tenant.
        500 | trace exceeds max size           | 500 for /api/search: trace exceeds max size
        503 | Service Unavailable: starting    | 503 for /api/search: Service Unavailable: starting
        502 | <html><body>Bad Gateway          | 502 for /api/search: check that the URL is Tempo's HTTP API.
        """)
    void refusalHasTheWordsOfTempo(int status, String body, String message) {
        statusOfSearch = status;
        refusal = body;

        assertReported(url, message);
    }

    @Test
    void partialTraceIsLeftOutAndCounted() {
        partial = 3;
        int spans = HaruTraces.create(partial).spans().size();

        Result result = latency("of", HaruTraces.CREATE, "--tempo", url);

        assertThat(result.out()).startsWith("POST /v1/schedules: 38 requests in Tempo at " + url);
        assertThat(result.err())
                .isEqualToIgnoringNewLines("latency: " + spans + " spans in Tempo at " + url
                        + " are left out: Tempo returned only a part of their traces, which --allow-partial accepts.");
        assertThat(latency("show", "12340000000000000003", "--tempo", url).err())
                .contains("returned only a part of trace 00000000000012340000000000000003: --allow-partial shows it.");
    }

    @Test
    void partialTraceIsAcceptedOnRequest() {
        partial = 3;

        Result result = latency("of", HaruTraces.CREATE, "--tempo", url, "--allow-partial");

        assertThat(result.err()).isEmpty();
        assertThat(result.out()).startsWith("POST /v1/schedules: 39 requests in Tempo at " + url);
    }

    @Test
    void olderTempoIsReadByVersionOneOfItsApi() {
        isOld = true;

        Result result = latency("of", HaruTraces.CREATE, "--tempo", url);

        assertThat(result.err()).isEmpty();
        assertThat(result.out())
                .startsWith("POST /v1/schedules: 39 requests in Tempo at " + url)
                .contains(url + "/api/traces/");
    }

    @Test
    void serverWithoutTracesIsReported() {
        server.removeContext("/api/traces/");
        server.createContext("/api/traces/", exchange -> answer(exchange, 404, "404 page not found"));
        isOld = true;

        assertReported(url, "check the URL and the version of Tempo");
    }

    @Test
    void credentialsAndTenantAreSentAndNotPrinted() {
        String withPassword = url.replace("//", "//tenant:s3cret@");
        Result result = latency("of", HaruTraces.CREATE, "--tempo", withPassword, "--tenant", "team-a");

        assertThat(headers).isEqualTo("[Basic dGVuYW50OnMzY3JldA==] [team-a]");
        assertThat(result.code()).isZero();
        assertThat(result.out() + result.err())
                .contains("Tempo at " + url + "\n")
                .doesNotContain("s3cret");
        statusOfSearch = 500;
        assertThat(latency("doctor", "--tempo", withPassword).err())
                .contains(url + " returned 500")
                .doesNotContain("s3cret");
        assertThat(latency("doctor", "--temp", withPassword).err()).doesNotContain("s3cret");
        assertThat(latency("doctor", "--tempo", "tenant:s3cret@tempo:3200").err())
                .contains("***@tempo:3200 is not a URL")
                .doesNotContain("s3cret");
        stop();
        assertThat(latency("doctor", "--tempo", withPassword).err())
                .contains("cannot be reached")
                .doesNotContain("s3cret");
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
        headers = exchange.getRequestHeaders().getOrDefault("Authorization", List.of())
                + " "
                + exchange.getRequestHeaders().getOrDefault("X-scope-orgid", List.of());
        queries.add(URLDecoder.decode(exchange.getRequestURI().getRawQuery().replace("+", "%20"), UTF_8));
        String found = IntStream.range(0, traces)
                .mapToObj(number -> "{\"traceID\":\"1234%016x\"}".formatted(number))
                .collect(Collectors.joining(","));
        if (statusOfSearch != 200) {
            answer(exchange, statusOfSearch, refusal);
            return;
        }
        answer(exchange, 200, "{\"traces\":[" + found + "],\"metrics\":{}}");
    }

    /** Trace 0 is deleted, which Tempo reports in two ways. */
    private void trace(HttpExchange exchange) throws IOException {
        if (isOld && exchange.getRequestURI().getPath().startsWith("/api/v2/")) {
            answer(exchange, 404, "404 page not found\n");
            return;
        }
        String id = exchange.getRequestURI().getPath().replaceAll(".*/", "");
        long number = HexFormat.fromHexDigitsToLong(id.substring(16));
        if (number == 0) {
            answer(exchange, statusOfOneThatIsGone, "{\"trace\":{}}");
            return;
        }
        String spans = HaruTraces.create(number).spans().stream()
                .map(TempoTests::resourceSpans)
                .collect(Collectors.joining(","));
        if (isOld) {
            answer(exchange, 200, "{\"batches\":[" + spans + "]}");
            return;
        }
        String status = number == partial ? ",\"status\":\"PARTIAL\",\"message\":\"exceeds maximum size\"" : "";
        answer(exchange, 200, "{\"trace\":{\"resourceSpans\":[" + spans + "]},\"metrics\":{}" + status + "}");
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
