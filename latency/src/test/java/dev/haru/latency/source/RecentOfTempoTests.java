package dev.haru.latency.source;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.haru.latency.trace.HaruTraces;
import dev.haru.latency.trace.TraceId;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RecentOfTempoTests {

    private static final Instant BEGIN = Instant.parse("2026-11-21T11:00:00Z");

    private final List<String> searches = new ArrayList<>();
    private HttpServer server;
    private Instant now = BEGIN;
    private long traces = 1;
    private int status = 200;
    private boolean isUnfinished;
    private RecentOfTempo tempo;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::respond);
        server.start();
        InstantSource time = () -> now;
        tempo = new RecentOfTempo(
                new TempoApi("http://127.0.0.1:" + server.getAddress().getPort(), null, false),
                "{ kind = server || kind = consumer }",
                BEGIN.minusSeconds(3600),
                1000,
                time.withZone(ZoneOffset.UTC));
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void laterSearchesGoBackAMinute() {
        poll();
        now = BEGIN.plusSeconds(5);
        poll();

        assertThat(searches).hasSize(2);
        assertThat(searches.getFirst()).contains("start=" + (BEGIN.getEpochSecond() - 3600) + "&end=");
        assertThat(searches.getLast()).contains("start=" + (BEGIN.getEpochSecond() - 60) + "&end=");
    }

    @Test
    void traceIsReadOnceMoreWhenItIsComplete() {
        assertThat(poll()).containsExactly(1L);
        now = BEGIN.plusSeconds(5);
        assertThat(poll()).isEmpty();
        traces = 2;
        now = BEGIN.plusSeconds(25);
        assertThat(poll()).containsExactly(1L, 2L);
        now = BEGIN.plusSeconds(50);
        assertThat(poll()).containsExactly(2L);
        now = BEGIN.plusSeconds(80);
        assertThat(poll()).isEmpty();
    }

    @Test
    void searchAfterAFailureCoversItsTime() {
        poll();
        status = 503;
        now = BEGIN.plusSeconds(300);
        assertThatExceptionOfType(BadInput.class).isThrownBy(this::poll).withMessageContaining("returned 503");

        status = 200;
        now = BEGIN.plusSeconds(600);
        poll();

        assertThat(searches.getLast()).contains("start=" + (BEGIN.getEpochSecond() - 60) + "&end=");
    }

    @Test
    void droppedSpanOfATraceThatIsReadTwiceCountsOnce() {
        isUnfinished = true;
        poll();
        now = BEGIN.plusSeconds(25);
        poll();
        assertThat(tempo.dropped().count(DropReason.UNFINISHED)).isEqualTo(1);

        traces = 0;
        now = BEGIN.plusSeconds(90);
        poll();
        assertThat(tempo.dropped().count(DropReason.UNFINISHED)).isEqualTo(1);
    }

    private List<Long> poll() {
        List<Long> read = new ArrayList<>();
        tempo.poll(span -> read.add(span.traceId().low()));
        return read.stream().distinct().toList();
    }

    private void respond(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        if (path.equals("/api/search")) {
            searches.add(exchange.getRequestURI().getQuery());
            String found = LongStream.rangeClosed(1, traces)
                    .mapToObj(number -> "{\"traceID\":\"%s\"}".formatted(new TraceId(0x1234, number)))
                    .collect(Collectors.joining(","));
            send(exchange, "{\"traces\":[" + found + "]}");
        } else {
            long number = TraceId.ofHex(path.replaceAll(".*/", "")).low();
            String line = OtlpFiles.line(HaruTraces.create(number).spans().getFirst());
            send(exchange, isUnfinished ? line.replaceAll("(endTimeUnixNano\":)\"\\d+\"", "$1\"0\"") : line);
        }
    }

    private void send(HttpExchange exchange, String body) throws IOException {
        byte[] bytes = body.getBytes(UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.getResponseBody().close();
    }
}
