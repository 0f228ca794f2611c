package dev.haru.systemtests.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
class ProxyTests {

    private static final Duration LIMIT = Duration.ofMinutes(3);

    /** The test of the silent proxy waits for all of it. */
    private static final Duration SILENCE = Duration.ofSeconds(5);

    private final HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    private final Proxy proxy;

    ProxyTests() throws IOException {
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(204, -1);
            exchange.getResponseBody().close();
        });
        server.start();
        proxy = Proxy.to(server.getAddress().getPort());
    }

    @AfterEach
    void end() {
        proxy.close();
        server.stop(0);
    }

    @Test
    void requestReachesTheTarget() throws Exception {
        assertThat(status()).isEqualTo(204);
    }

    @Test
    void cutRefusesConnectionsUntilRestored() throws Exception {
        proxy.cut();
        assertThatIOException().isThrownBy(this::status);

        proxy.restore();
        assertThat(status()).isEqualTo(204);
    }

    @Test
    void silentProxyReturnsNothingUntilRestored() throws Exception {
        proxy.silence();
        assertThatIOException().isThrownBy(() -> status(SILENCE)).isInstanceOf(HttpTimeoutException.class);

        proxy.restore();
        assertThat(status()).isEqualTo(204);
    }

    private int status() throws IOException, InterruptedException {
        return status(LIMIT);
    }

    private int status(Duration limit) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + proxy.port()))
                    .timeout(limit)
                    .build();
            return client.send(request, BodyHandlers.discarding()).statusCode();
        }
    }
}
