package dev.haru.latency.source;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TempoSourceTests {

    private static final String FOUND = "{\"traces\":[{\"traceID\":\"1\"}]}";

    private HttpServer server;
    private String url;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.start();
        url = "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/search", "/api/v2/traces/"})
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void stalledResponseIsReported(String path) {
        server.createContext("/", exchange -> answer(exchange, FOUND.length()));
        server.createContext(path, exchange -> answer(exchange, FOUND.length() + 1));
        TempoSource source = new TempoSource(
                new TempoApi(new HttpApi("Tempo", "--tempo", url, null, Map.of(), Duration.ofMillis(200)), false),
                "{ }",
                Instant.EPOCH,
                Instant.EPOCH,
                1,
                _ -> {});

        assertThatExceptionOfType(BadInput.class)
                .isThrownBy(() -> source.read(_ -> {}))
                .withMessage("Tempo at " + url + " cannot be reached: no response within 200 ms.");
    }

    /** Sends all announced bytes, or stalls before the last one. */
    private static void answer(HttpExchange exchange, int announced) throws IOException {
        exchange.sendResponseHeaders(200, announced);
        exchange.getResponseBody().write(FOUND.getBytes(UTF_8));
        exchange.getResponseBody().flush();
        if (announced == FOUND.length()) {
            exchange.getResponseBody().close();
        }
    }
}
