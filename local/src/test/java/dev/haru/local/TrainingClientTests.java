package dev.haru.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The client against a server that returns prepared statuses, and 200 when there are no more. */
@Timeout(300)
class TrainingClientTests {

    private static final int NO_RESPONSE = 0;

    private final Queue<Integer> statuses = new ConcurrentLinkedQueue<>();
    private final AtomicInteger requests = new AtomicInteger();
    private String retryAfter = "";
    private HttpServer server;
    private TrainingClient client;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
        client = new TrainingClient("http://127.0.0.1:" + server.getAddress().getPort(), Duration.ofMillis(1));
    }

    @AfterEach
    void stop() {
        client.close();
        server.stop(0);
    }

    @ParameterizedTest
    @ValueSource(ints = {502, 503, 504})
    void temporaryFailureIsRepeated(int status) throws Exception {
        statuses.addAll(List.of(status, status, 201));

        assertThat(client.post("/v1/schedules", "{}", "hru_stub", 201)).isEqualTo("response 3");
    }

    @Test
    void retryAfterIsUsedAsThePause() throws Exception {
        try (TrainingClient patient =
                new TrainingClient("http://127.0.0.1:" + server.getAddress().getPort(), Duration.ofDays(1))) {
            retryAfter = "0";
            statuses.add(503);

            patient.get("/v1/schedules", "hru_stub");
        }

        assertThat(requests).hasValue(2);
    }

    @Test
    void unreadableRetryAfterIsIgnored() throws Exception {
        retryAfter = "Fri, 27 Nov 2026 12:00:00 GMT";
        statuses.add(503);

        client.get("/v1/schedules", "hru_stub");

        assertThat(requests).hasValue(2);
    }

    @Test
    void repeatedFailureEndsAfterTheLastAttempt() {
        statuses.addAll(Collections.nCopies(TrainingClient.ATTEMPTS, 503));

        assertThatIllegalStateException()
                .isThrownBy(() -> client.get("/v1/schedules", "hru_stub"))
                .withMessageContaining("returned 503 instead of 200");
        assertThat(requests).hasValue(TrainingClient.ATTEMPTS);
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 404, 409, 500})
    void otherStatusIsNotRepeated(int status) {
        statuses.add(status);

        assertThatIllegalStateException()
                .isThrownBy(() -> client.post("/v1/schedules", "{}", "hru_stub", 201))
                .withMessageContaining("returned " + status + " instead of 201");
        assertThat(requests).hasValue(1);
    }

    @Test
    void conflictOfARepeatedCreationIsAccepted() throws Exception {
        statuses.addAll(List.of(504, 409));

        assertThat(client.post("/v1/auth/user/register", "{}", "", 201)).isEqualTo("response 2");
    }

    @Test
    void getWithoutAResponseIsRepeated() throws Exception {
        // The HTTP client of the JDK itself repeats the request at most five times.
        statuses.addAll(Collections.nCopies(8, NO_RESPONSE));

        client.get("/v1/schedules", "hru_stub");

        assertThat(requests).hasValue(9);
    }

    @Test
    void postWithoutAResponseIsNotRepeated() {
        statuses.add(NO_RESPONSE);

        assertThatIllegalStateException()
                .isThrownBy(() -> client.post("/v1/schedules", "{}", "hru_stub", 201))
                .withMessageContaining("received no response");
        assertThat(requests).hasValue(1);
    }

    private void answer(HttpExchange exchange) throws IOException {
        int number = requests.incrementAndGet();
        Integer status = statuses.poll();
        if (status != null && status == NO_RESPONSE) {
            exchange.close();
            return;
        }
        if (!retryAfter.isEmpty()) {
            exchange.getResponseHeaders().add("Retry-After", retryAfter);
        }
        byte[] body = ("response " + number).getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status == null ? 200 : status, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }
}
