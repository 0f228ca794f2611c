package dev.haru.platform.upstream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import feign.Feign;
import feign.FeignException;
import feign.Param;
import feign.Request;
import feign.RequestLine;
import feign.Response;
import feign.Retryer;
import feign.codec.DecodeException;
import feign.hc5.ApacheHttp5Client;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class JsonBodiesTests {

    /** Longer than a pause of a busy machine. */
    private static final int PATIENT_MILLIS = 60_000;

    private final List<String> seen = new ArrayList<>();
    private final CloseableHttpClient http = HttpClients.createDefault();
    private final JsonBodies bodies = new JsonBodies(JsonMapper.shared());
    private final CountDownLatch stopped = new CountDownLatch(1);
    private HttpServer upstream;
    private Answer answer = call -> send(call, 200, "{\"name\": \"größer\"}");

    @BeforeEach
    void start() throws IOException {
        upstream = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        upstream.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        upstream.createContext("/", call -> {
            seen.add("%s %s %s %s"
                    .formatted(
                            call.getRequestMethod(),
                            call.getRequestURI(),
                            call.getRequestHeaders().getFirst("Content-Type"),
                            new String(call.getRequestBody().readAllBytes(), UTF_8)));
            try (call) {
                answer.to(call);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        });
        upstream.start();
    }

    @AfterEach
    void stop() throws IOException {
        stopped.countDown();
        upstream.stop(0);
        http.close();
    }

    @Test
    void requestAndResponseBodiesAreTransferred() {
        assertThat(api(PATIENT_MILLIS).put("a b/c", "x&y", new Thing("größer"))).isEqualTo(new Thing("größer"));
        assertThat(seen).containsExactly("PUT /things/a%20b%2Fc?q=x%26y application/json {\"name\":\"größer\"}");
    }

    @Test
    void responseHasStatusHeadersAndBody() throws IOException {
        answer = call -> {
            call.getResponseHeaders().add("Thing", "1");
            call.getResponseHeaders().add("Thing", "2");
            send(call, 418, "no");
        };
        try (Response response = api(PATIENT_MILLIS).get()) {
            assertThat(response.status()).isEqualTo(418);
            assertThat(response.headers().get("thing")).containsExactly("1", "2");
            assertThat(response.body().asInputStream()).hasContent("no");
        }
        assertThat(seen).containsExactly("GET / null ");
    }

    @Test
    void emptyResponseIsDecodedAsNull() {
        answer = call -> call.sendResponseHeaders(204, -1);
        assertThat(api(PATIENT_MILLIS).put("1", "", new Thing("x"))).isNull();
    }

    @Test
    void errorStatusIsAFeignException() {
        answer = call -> send(call, 401, "{}");
        assertThatExceptionOfType(FeignException.Unauthorized.class)
                .isThrownBy(() -> api(PATIENT_MILLIS).put("1", "", new Thing("x")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"<html>", "null", " "})
    void unreadableResponseIsADecodeException(String body) {
        answer = call -> send(call, 200, body);
        assertThatExceptionOfType(DecodeException.class)
                .isThrownBy(() -> api(PATIENT_MILLIS).put("1", "", new Thing("x")));
    }

    @Test
    void slowResponseTimesOut() {
        answer = _ -> stopped.await();
        assertThatExceptionOfType(FeignException.class)
                .isThrownBy(() -> api(100).get())
                .withCauseInstanceOf(SocketTimeoutException.class);
    }

    @Test
    void interruptedResponseIsAFailure() {
        answer = call -> {
            call.sendResponseHeaders(200, 100);
            call.getResponseBody().write("half".getBytes(UTF_8));
        };
        assertThatExceptionOfType(FeignException.class)
                .isThrownBy(() -> api(PATIENT_MILLIS).get())
                .withCauseInstanceOf(IOException.class);
    }

    private Api api(int readTimeoutMillis) {
        return Feign.builder()
                .client(new ApacheHttp5Client(http))
                .encoder(bodies)
                .decoder(bodies)
                .retryer(Retryer.NEVER_RETRY)
                .options(new Request.Options(
                        PATIENT_MILLIS, TimeUnit.MILLISECONDS, readTimeoutMillis, TimeUnit.MILLISECONDS, false))
                .target(Api.class, "http://127.0.0.1:" + upstream.getAddress().getPort());
    }

    private static void send(HttpExchange call, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(UTF_8);
        call.sendResponseHeaders(status, bytes.length);
        call.getResponseBody().write(bytes);
    }

    private interface Answer {
        void to(HttpExchange call) throws IOException, InterruptedException;
    }

    interface Api {

        @RequestLine(value = "PUT /things/{id}?q={q}", decodeSlash = false)
        Thing put(@Param("id") String id, @Param("q") String q, Thing thing);

        @RequestLine("GET /")
        Response get();
    }

    record Thing(String name) {}
}
