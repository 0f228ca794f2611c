package dev.haru.latency;

import static dev.haru.latency.CommandLineFixture.files;
import static dev.haru.latency.CommandLineFixture.latency;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.haru.latency.CommandLineFixture.Result;
import dev.haru.latency.source.OtlpFiles;
import dev.haru.latency.trace.HaruTraces;
import dev.haru.latency.trace.Span;
import dev.haru.latency.trace.SpanKind;
import dev.haru.latency.trace.Trace;
import dev.haru.latency.trace.TraceFixture;
import dev.haru.latency.trace.TraceFixture.Ref;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ShowCommandTests {

    private static final String ID = "00000000000012340000000000000001";

    @TempDir
    Path directory;

    private int number;

    @Test
    void spansAreATreeWithTheTimesOnTheCriticalPath() {
        Result result = latency("show", ID, "--files", files(directory, "a", 3, HaruTraces::create));

        assertThat(result.err()).isEmpty();
        assertThat(result.code()).isZero();
        assertThat(result.out())
                .startsWith(ID + ": 30.0 ms at 2026-11-21T10:00:01Z, 10 spans of 3 services in 3 files in ")
                .contains(
                        "    0.000       30.0      3.000  * gateway POST /v1/schedules\n",
                        "    4.000       24.0      5.000  *     schedule-service POST /v1/schedules\n",
                        "    6.000      8.000      2.000  *         schedule-service GET /internal/members/by-access-token"
                                + " (network to member-service)\n");
    }

    @Test
    void leadingZerosOfTheIdMayBeMissing() {
        String files = files(directory, "a", 3, HaruTraces::create);

        assertThat(latency("show", "12340000000000000002", "--files", files).out())
                .startsWith("00000000000012340000000000000002: 30.0 ms");
    }

    @Test
    void spanBesideThePathHasNoMark() {
        Result result = show(trace -> {
            Ref top = trace.server("a", "GET /", 0, 100);
            top.own("beside", 10, 40);
            top.own("last", 10, 90).failed();
        });

        assertThat(result.out())
                .contains("     10.0       30.0                 a beside\n")
                .contains("     10.0       80.0       80.0  *   a last FAILED\n");
    }

    @Test
    void clockSkewOfMinutesIsNamed() {
        Result result = show(trace -> trace.clockAhead("b", 300_000)
                .server("a", "GET /", 0, 100)
                .call("call", 10, 90)
                .at("b", "GET /b", 20, 80));

        assertThat(result.out()).contains("b GET /b [clock corrected by -300000.0 ms]");
    }

    @Test
    void spanOfHoursAndLostParentsAreShown() {
        Result result = show(trace -> {
            trace.server("a", "GET /", 0, 7_200_000);
            trace.orphan("b", "GET /b", 3_600_000, 3_600_010);
        });

        assertThat(result.out())
                .contains("7200000.0 ms at")
                .contains("3600000.0       10.0       10.0  * b GET /b [parent not recorded]");
    }

    @Test
    void duplicatesAndCyclesAreCounted() {
        TraceFixture trace = TraceFixture.trace();
        trace.server("a", "GET /", 0, 100);
        Span top = trace.build().spans().getFirst();
        List<Span> spans = new ArrayList<>(List.of(top, top, with(top, 7, 8, Map.of()), with(top, 8, 7, Map.of())));

        assertThat(show(new Trace(top.traceId(), spans)).out())
                .contains("3 spans are ignored: they repeat an id, or are each other's ancestors.");
    }

    @Test
    void traceOfCyclesAloneIsReported() {
        TraceFixture trace = TraceFixture.trace();
        trace.server("a", "GET /", 0, 100);
        Span top = trace.build().spans().getFirst();

        Result result = show(new Trace(top.traceId(), List.of(with(top, 7, 8, Map.of()), with(top, 8, 7, Map.of()))));

        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err().lines()).singleElement().asString().contains("are each other's parents");
    }

    @Test
    void longestSpansOfManyAreShownAndJsonHasAll() {
        Consumer<TraceFixture> many = trace -> {
            Ref top = trace.server("a", "GET /", 0, 1_000);
            for (int i = 0; i < 5_000; i++) {
                top = top.own("deeper", i * 0.1, 1_000 - i * 0.1);
            }
        };

        assertThat(show(many).out()).contains("4,801 shorter spans are not shown");
        assertThat(JsonMapper.shared().readTree(show(many, "--json").out()).path("spans"))
                .hasSize(5_001);
    }

    @Test
    void textThatControlsATerminalIsRemoved() {
        assertThat(show(trace -> trace.server("a", "GET /\u001b[31m\u202e", 0, 10))
                        .out())
                .contains("a GET / [31m \n")
                .doesNotContain("\u001b");
    }

    @Test
    void jsonHasEachSpanWithItsTimeOnThePath() {
        Result result = latency("show", ID, "--json", "--files", files(directory, "a", 3, HaruTraces::create));
        JsonNode json = JsonMapper.shared().readTree(result.out());

        assertThat(json.path("durationNanos").asLong()).isEqualTo(30_000_000);
        assertThat(json.path("spans")
                        .valueStream()
                        .mapToLong(span -> span.path("criticalNanos").asLong())
                        .sum())
                .isEqualTo(30_000_000);
    }

    @Test
    void serverTimingIsShownBelowItsSpan() throws IOException {
        TraceFixture trace = TraceFixture.trace();
        trace.server("a", "GET /", 0, 100);
        Span top = trace.build().spans().getFirst();
        Map<String, String> header = Map.of("http.response.header.server-timing", "db;dur=12.5");
        Trace timed = new Trace(top.traceId(), List.of(with(top, 1, 0, header)));

        Path page = directory.resolve("page.html");
        assertThat(show(timed, "--html", page.toString()).out()).contains("  Server-Timing: db;dur=12.5\n");
        assertThat(Files.readString(page)).contains("<dt>0.000 ms</dt><dd><em>a</em> db;dur=12.5</dd>");
    }

    @Test
    void logLinesOfTheTraceFollowInTheOrderOfTime() throws IOException {
        Path logs = Files.createDirectory(directory.resolve("log"));
        Files.writeString(logs.resolve("b.log"), """
            2026-11-21T10:00:01.030Z ERROR 7 --- [b] [exec-1] [%1$s] d.h.Problem   : broken <b>
            java.lang.IllegalStateException: reason
            2026-11-21T10:00:01.031Z  INFO 7 --- [b] [exec-1] [] d.h.Other : of another request
            """.formatted(ID));
        Files.writeString(logs.resolve("a.log.1"), """
            {"@timestamp":"2026-11-21T12:00:01.012+02:00","level":"WARN","logger_name":"d.h.L","message":"slow","trace_id":"%s"}
            {"@timestamp":"2026-11-21T10:00:01.013Z","level":"WARN","logger_name":"d.h.L","message":"other","trace_id":"1"}
            {"trace_id":"%1$s"
            """.formatted(ID));

        Path page = directory.resolve("page.html");
        Result result = latency(
                "show",
                ID,
                "--logs",
                logs.toString(),
                "--html",
                page.toString(),
                "--files",
                files(directory, "t", 3, HaruTraces::create));

        assertThat(result.out())
                .contains("     12.0  a WARN d.h.L: slow\n     30.0  b ERROR d.h.Problem: broken <b>\n")
                .contains("\n             java.lang.IllegalStateException: reason\n")
                .doesNotContain("other");
        assertThat(Files.readString(page))
                .contains("broken &lt;b&gt;\njava.lang.")
                .doesNotContain("{{", "<b>\n");
    }

    @Test
    void lokiIsSearchedByTheIdAroundTheTrace() throws IOException {
        List<String> queries = new CopyOnWriteArrayList<>();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/loki/api/v1/query_range", exchange -> {
            queries.add(URLDecoder.decode(exchange.getRequestURI().getRawQuery(), UTF_8));
            answer(exchange, queries.size() == 1 ? "{\"data\":{\"result\":[]}}" : """
                {"data":{"resultType":"streams","result":[{"stream":{"app":"b"},
                "values":[["1795255201005000000","plain text"]]}]}}""");
        });
        server.start();
        try {
            String url = "http://127.0.0.1:" + server.getAddress().getPort();
            String files = files(directory, "t", 3, HaruTraces::create);

            assertThat(latency("show", ID, "--files", files, "--loki", url).out())
                    .contains("    5.000  b plain text\n");
            assertThat(queries)
                    .hasSize(2)
                    .first()
                    .asString()
                    .contains("start=1795255141000000000&end=1795255261030000000&query={service_name=~\".+\"} |= \""
                            + ID + "\"");
            assertThat(latency("show", ID, "--files", files, "--loki", url + "/other")
                            .err())
                    .contains("returned 404 for /other/loki/api/v1/query_range: check that the URL is Loki's");
        } finally {
            server.stop(0);
        }
    }

    @Test
    void traceOfTempoIsReadById() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        TraceFixture trace = TraceFixture.trace();
        trace.server("a", "GET /", 0, 100);
        server.createContext(
                "/api/v2/traces/" + ID,
                exchange -> answer(
                        exchange,
                        "{\"trace\":" + OtlpFiles.line(trace.build().spans().getFirst()) + "}"));
        server.start();
        try {
            String url = "http://127.0.0.1:" + server.getAddress().getPort();

            assertThat(latency("show", ID, "--tempo", url).out())
                    .startsWith(ID + ": 100.0 ms at 2026-11-21T10:00:01Z, 1 span of 1 service in Tempo at " + url);
            Result missing = latency("show", "2", "--tempo", url);
            assertThat(missing.code()).isEqualTo(2);
            assertThat(missing.err()).contains("Trace 00000000000000000000000000000002 is not in Tempo at " + url);
        } finally {
            server.stop(0);
        }
    }

    @Test
    void wrongArgumentsAreReported() {
        String files = files(directory, "t", 3, HaruTraces::create);

        refused("is not a trace id", "show", "GET /", "--files", files);
        refused("is not a trace id", "show", ID + "0", "--files", files);
        refused("either --files PATH or --tempo URL", "show", ID);
        refused("Trace 00000000000000000000000000000099 is not in", "show", "99", "--files", files);
        refused(
                "there is no",
                "show",
                ID,
                "--files",
                files,
                "--logs",
                directory.resolve("none").toString());
        refused("not both", "show", ID, "--files", files, "--logs", files, "--loki", "http://localhost");
        refused("--loki nowhere is not a URL", "show", ID, "--files", files, "--loki", "nowhere");
    }

    private static void refused(String message, String... arguments) {
        Result result = latency(arguments);
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err().lines()).singleElement().asString().contains(message);
    }

    private Result show(Consumer<TraceFixture> content, String... arguments) {
        return show(HaruTraces.of(1, content), arguments);
    }

    private Result show(Trace trace, String... arguments) {
        List<String> all = new ArrayList<>(List.of("show", ID));
        all.addAll(List.of("--files", files(directory, "t" + number++, 1, _ -> trace)));
        all.addAll(List.of(arguments));
        return latency(all.toArray(String[]::new));
    }

    private static Span with(Span span, long id, long parent, Map<String, String> attributes) {
        return new Span(
                span.traceId(),
                id,
                parent,
                "a",
                "a",
                "test",
                "GET /",
                SpanKind.SERVER,
                span.start(),
                span.end(),
                false,
                attributes);
    }

    private static void answer(HttpExchange exchange, String body) throws IOException {
        byte[] bytes = body.getBytes(UTF_8);
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.getResponseBody().close();
    }
}
