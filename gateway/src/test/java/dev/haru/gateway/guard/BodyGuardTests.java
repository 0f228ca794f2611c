package dev.haru.gateway.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.haru.gateway.FakeServices;
import dev.haru.gateway.GatewayTest;
import dev.haru.gateway.RawHttp;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import org.springframework.http.MediaType;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.http.server.reactive.MockServerHttpResponse;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.test.web.reactive.server.WebTestClient;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.netty.Connection;

@GatewayTest
class BodyGuardTests {

    private static final int LIMIT = 64 * 1024;

    /** How long the gateway reads from a connection after its last response. */
    private static final Duration LINGER = Duration.ofSeconds(1);

    @Autowired
    WebTestClient client;

    @Autowired
    BodyGuard guard;

    @LocalServerPort
    int port;

    @Test
    void bodyAtTheLimitPasses() {
        post("a".repeat(LIMIT)).expectStatus().isOk();
        assertThat(FakeServices.requests())
                .singleElement()
                .satisfies(request -> assertThat(request.getBody()).hasSize(LIMIT));
    }

    @Test
    void bodyWithContentLengthOverTheLimitIsRefused() {
        post("a".repeat(LIMIT + 1))
                .expectStatus()
                .isEqualTo(413)
                .expectBody()
                .jsonPath("$.code")
                .isEqualTo("content-too-large");
        assertThat(FakeServices.requests()).isEmpty();
    }

    @Test
    void chunkedBodyAtTheLimitPasses() {
        postChunked(64).expectStatus().isOk();
        assertThat(FakeServices.requests())
                .singleElement()
                .satisfies(request -> assertThat(request.getBody()).hasSize(LIMIT));
    }

    @Test
    void chunkedBodyOverTheLimitIsRefused() {
        postChunked(65)
                .expectStatus()
                .isEqualTo(413)
                .expectBody()
                .jsonPath("$.code")
                .isEqualTo("content-too-large");
        assertThat(FakeServices.requests()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "deflate", "br", "x", "identity, gzip", "gzip\r\nContent-Encoding: identity"})
    void encodedBodyIsRefused(String coding) throws IOException {
        for (String path : List.of("/v1/auth/user/login", "/v1/schedules/import")) {
            // The rest of the body never arrives, so the refusal reads no body.
            assertThat(RawHttp.exchange(
                            port,
                            "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Encoding: " + coding
                                    + "\r\nContent-Length: 10\r\n\r\na",
                            "(?s).*traceId.*"))
                    .startsWith("HTTP/1.1 415")
                    .contains("\"code\":\"unsupported-media-type\"", "\r\nAccept-Encoding: identity\r\n");
        }
        assertThat(FakeServices.requests()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"identity", "Identity", "", " , identity"})
    void identityIsNoEncoding(String coding) throws IOException {
        assertThat(RawHttp.exchange(
                        port,
                        "POST /v1/auth/user/login HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Encoding: "
                                + coding + "\r\nContent-Length: 1\r\n\r\na"))
                .startsWith("HTTP/1.1 200");
    }

    @Test
    void contentEncodingWithoutABodyIsIgnored() throws IOException {
        assertThat(RawHttp.exchange(
                        port,
                        RawHttp.get("/v1/schedules").replace("Connection", "Content-Encoding: gzip\r\nConnection")))
                .startsWith("HTTP/1.1 200");
    }

    @Test
    void fileForImportMayBeLarger() {
        postFile(5 * 1024 * 1024).expectStatus().isOk();
        postFile(5 * 1024 * 1024 + 1).expectStatus().isEqualTo(413);
    }

    /** Otherwise clients that send files slowly could fill the memory. */
    @Test
    void furtherFilesAreRefusedWhileFourAreInMemory() throws IOException {
        List<Socket> uploads = new ArrayList<>();
        try {
            for (int i = 0; i < 4; i++) {
                Socket upload = new Socket("127.0.0.1", port);
                uploads.add(upload);
                upload.getOutputStream()
                        .write("POST /v1/schedules/import HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nabc"
                                .getBytes(StandardCharsets.US_ASCII));
            }
            await().untilAsserted(() -> postFile(1)
                    .expectStatus()
                    .isEqualTo(503)
                    .expectHeader()
                    .valueEquals("Retry-After", "5")
                    .expectBody()
                    .jsonPath("$.code")
                    .isEqualTo("imports-saturated"));
        } finally {
            for (Socket upload : uploads) {
                upload.close();
            }
        }
        await().untilAsserted(() -> postFile(1).expectStatus().isOk());
    }

    private WebTestClient.ResponseSpec postFile(int size) {
        return client.post()
                .uri("/v1/schedules/import")
                .bodyValue("a".repeat(size))
                .exchange();
    }

    /** Repeats the test, because a race loses a response only sometimes. */
    @RepeatedTest(20)
    void responseToALargeBodyIsNeverLost() throws IOException, InterruptedException {
        assertThat(upload(BodyPublishers.ofByteArray(new byte[6_000_000]))).isEqualTo(413);
    }

    @RepeatedTest(20)
    void responseToALargeChunkedBodyIsNeverLost() throws IOException, InterruptedException {
        byte[] body = new byte[6_000_000];
        assertThat(upload(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body))))
                .isEqualTo(413);
    }

    @Test
    void hugeBodyIsNotReadToItsEnd() throws IOException {
        assertThat(RawHttp.exchange(
                        port,
                        "POST /v1/schedules HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2000000000\r\n\r\nabc"))
                .startsWith("HTTP/1.1 413")
                .contains("connection: close");
    }

    @Test
    void bodyInOneByteChunksArrivesInOnePiece() throws IOException {
        String body = "0123456789".repeat(500);
        assertThat(RawHttp.exchange(
                        port,
                        "POST /v1/schedules HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
                                + body.replaceAll("[0-9]", "1\r\n$0\r\n") + "0\r\n\r\n",
                        "(?s).*schedule-service.*"))
                .startsWith("HTTP/1.1 200");
        assertThat(FakeServices.requests())
                .singleElement()
                .satisfies(request -> assertThat(request.getBodyAsString()).isEqualTo(body));
    }

    @Test
    void emptyChunkedBodyLeaksNoMemory() {
        UnpooledByteBufAllocator memory = new UnpooledByteBufAllocator(false);
        ServerWebExchange exchange = MockServerWebExchange.from(MockServerHttpRequest.post("/v1/schedules")
                        .header("Transfer-Encoding", "chunked")
                        .body(Flux.empty()))
                .mutate()
                .response(new MockServerHttpResponse(new NettyDataBufferFactory(memory)) {
                    @Override
                    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // as declared by Spring
                    public <T> T getNativeResponse() {
                        return (T) Connection.from(new EmbeddedChannel());
                    }
                })
                .build();

        guard.filter(exchange, passed -> passed.getRequest().getBody().then()).block();

        assertThat(memory.metric().usedHeapMemory()).isZero();
    }

    /** Uploads again if this test paused longer than the gateway lingers: the reset of the connection is then right. */
    private int upload(BodyPublisher body) throws IOException, InterruptedException {
        long start = System.nanoTime();
        try {
            return uploadOnce(body);
        } catch (IOException reset) {
            if (System.nanoTime() - start < LINGER.toNanos()) {
                throw reset;
            }
        }
        return upload(body);
    }

    private int uploadOnce(BodyPublisher body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d/v1/schedules".formatted(port)))
                .timeout(Duration.ofMinutes(1))
                .POST(body)
                .build();
        try (HttpClient uploader =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            return uploader.send(request, BodyHandlers.discarding()).statusCode();
        }
    }

    private WebTestClient.ResponseSpec post(String body) {
        return client.post().uri("/v1/schedules").bodyValue(body).exchange();
    }

    private WebTestClient.ResponseSpec postChunked(int kibibytes) {
        return client.post()
                .uri("/v1/schedules")
                .contentType(MediaType.TEXT_PLAIN)
                .body(Flux.range(0, kibibytes).map(_ -> "a".repeat(1024)), String.class)
                .exchange();
    }
}
