package dev.haru.systemtests.chart;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A server with the HTTP API of Tempo 3. It has a trace of {@code GET /v1/schedules} for each five seconds of the last
 * hour: the gateway calls schedule-service. Every second trace is of a stable pod, the others are of a canary pod.
 */
final class RecordedTempo implements AutoCloseable {

    static final String STABLE = "5d9c7b";
    static final String CANARY = "84fd6c";

    private static final Duration BETWEEN = Duration.ofSeconds(5);
    private static final int TRACES = 720;
    private static final long MILLI = 1_000_000;
    private static final Pattern POD = Pattern.compile("\\{ resource\\.k8s\\.pod\\.name =~ \"(.*)\" }");

    private final Instant begin = Instant.now().minus(BETWEEN.multipliedBy(TRACES));
    private final Predicate<Recorded> delayed;
    private final HttpServer server;

    /** A traced request. */
    record Recorded(int number, Instant start, String pod) {}

    /** The hop to schedule-service takes 20 ms longer in the traces that {@code delayed} selects. */
    RecordedTempo(Predicate<Recorded> delayed) throws IOException {
        this.delayed = delayed;
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/api/search", this::search);
        server.createContext("/api/v2/traces/", this::trace);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private Recorded recorded(int number) {
        return new Recorded(
                number,
                begin.plus(BETWEEN.multipliedBy(number)),
                "haru-schedule-service-" + (number % 2 == 0 ? STABLE : CANARY) + "-x2x4z");
    }

    private void search(HttpExchange exchange) throws IOException {
        Map<String, String> query = Arrays.stream(
                        exchange.getRequestURI().getRawQuery().split("&"))
                .map(parameter -> parameter.split("=", 2))
                .collect(Collectors.toMap(parts -> parts[0], parts -> URLDecoder.decode(parts[1], UTF_8)));
        Instant from = Instant.ofEpochSecond(Long.parseLong(query.get("start")));
        Instant to = Instant.ofEpochSecond(Long.parseLong(query.get("end")));
        Matcher pods = POD.matcher(query.get("q"));
        Predicate<String> selected =
                pods.lookingAt() ? Pattern.compile(pods.group(1)).asMatchPredicate() : _ -> true;
        respond(
                exchange,
                IntStream.range(0, TRACES)
                        .mapToObj(this::recorded)
                        .filter(one -> one.start().isAfter(from) && one.start().isBefore(to))
                        .filter(one -> selected.test(one.pod()))
                        .map(one -> "{\"traceID\":\"1234%016x\"}".formatted(one.number()))
                        .collect(Collectors.joining(",", "{\"traces\":[", "]}")));
    }

    private void trace(HttpExchange exchange) throws IOException {
        String id = exchange.getRequestURI().getPath().replaceAll(".*/", "");
        Recorded request = recorded(Integer.parseInt(id.substring(16), 16));
        long start = request.start().getEpochSecond() * 1_000 * MILLI;
        // up to 2 ms of variation, the same in each run of the test
        long work = 25 * MILLI + new Random(request.number()).nextLong(2 * MILLI);
        long delay = delayed.test(request) ? 20 * MILLI : 0;
        long end = start + work + delay;
        respond(exchange, """
                {"trace":{"resourceSpans":[
                {"resource":{"attributes":[%s]},"scopeSpans":[{"spans":[%s,%s]}]},
                {"resource":{"attributes":[%s,%s]},"scopeSpans":[{"spans":[%s]}]}]}}
                """.formatted(
                        attribute("service.name", "gateway"),
                        span(request.number(), 1, 0, "SERVER", start, end),
                        span(request.number(), 2, 1, "CLIENT", start + 2 * MILLI, end - 2 * MILLI),
                        attribute("service.name", "schedule-service"),
                        attribute("k8s.pod.name", request.pod()),
                        span(request.number(), 3, 2, "SERVER", start + 3 * MILLI + delay, end - 3 * MILLI)));
    }

    private static String span(long trace, long id, long parent, String kind, long start, long end) {
        return """
            {"traceId":"%s","spanId":"%s","parentSpanId":"%s","name":"GET","kind":"SPAN_KIND_%s",\
            "startTimeUnixNano":"%d","endTimeUnixNano":"%d","attributes":[%s,%s]}""".formatted(
                        base64(0x1234, trace),
                        base64(id),
                        parent == 0 ? "" : base64(parent),
                        kind,
                        start,
                        end,
                        attribute("http.request.method", "GET"),
                        attribute("http.route", "/v1/schedules"));
    }

    private static String attribute(String key, String value) {
        return "{\"key\":\"%s\",\"value\":{\"stringValue\":\"%s\"}}".formatted(key, value);
    }

    private static String base64(long... words) {
        ByteBuffer bytes = ByteBuffer.allocate(words.length * Long.BYTES);
        Arrays.stream(words).forEach(bytes::putLong);
        return Base64.getEncoder().encodeToString(bytes.array());
    }

    private static void respond(HttpExchange exchange, String body) throws IOException {
        byte[] bytes = body.getBytes(UTF_8);
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.getResponseBody().close();
    }
}
