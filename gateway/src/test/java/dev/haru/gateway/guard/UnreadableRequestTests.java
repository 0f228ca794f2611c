package dev.haru.gateway.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.gateway.FakeServices;
import dev.haru.gateway.GatewayTest;
import dev.haru.gateway.RawHttp;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.core.env.Environment;
import org.springframework.util.unit.DataSize;

@GatewayTest
class UnreadableRequestTests {

    /** How long the gateway reads from a connection after its last response. */
    private static final Duration LINGER = Duration.ofSeconds(1);

    static final List<Arguments> requests = List.of(
            Arguments.of("a long URL", RawHttp.get("/" + "a".repeat(9_000)), 414, "uri-too-long"),
            Arguments.of("a large header", with("X-Large: " + "a".repeat(17_000)), 431, "header-too-large"),
            Arguments.of("a huge token", with("Authorization: Bearer " + "a".repeat(100_000)), 431, "header-too-large"),
            Arguments.of("many headers", with("X-Many: a\r\n".repeat(2_000) + "X: y"), 431, "header-too-large"),
            Arguments.of("no HTTP at all", "HELLO\r\n\r\n", 400, "malformed-request"),
            Arguments.of("a query with braces", RawHttp.get("/v1/schedules?from={x}"), 400, "malformed-request"),
            Arguments.of("half an escape", RawHttp.get("/v1/schedules?from=%2"), 400, "malformed-request"),
            Arguments.of("raw UTF-8", RawHttp.get("/v1/schedules/é"), 400, "malformed-request"),
            Arguments.of("overlong UTF-8", RawHttp.get("/v1/templates?a=%C0%AF"), 400, "malformed-request"),
            Arguments.of("NUL in a query", RawHttp.get("/v1/templates?a=%00"), 400, "malformed-request"),
            Arguments.of(
                    "1,001 parameters",
                    RawHttp.get("/v1/templates?a=1" + "&a=1".repeat(1000)),
                    400,
                    "malformed-request"),
            Arguments.of("no host", with("X: y").replace("Host: localhost\r\n", ""), 400, "malformed-request"),
            Arguments.of("two hosts", with("Host: localhost"), 400, "malformed-request"),
            Arguments.of("a host that is none", with("X: y").replace("localhost", "a:b"), 400, "malformed-request"),
            Arguments.of("a length that is none", with("Content-Length: x"), 400, "malformed-request"),
            Arguments.of("two lengths", with("Content-Length: 1\r\nContent-Length: 2"), 400, "malformed-request"),
            Arguments.of(
                    "two framings", with("Content-Length: 5\r\nTransfer-Encoding: chunked"), 400, "malformed-request"),
            Arguments.of("no slash", RawHttp.get("v1/schedules"), 400, "malformed-request"),
            Arguments.of("only a query", RawHttp.get("?a=b"), 400, "malformed-request"),
            Arguments.of("a port as target", RawHttp.get(":80/v1/schedules"), 400, "malformed-request"),
            Arguments.of("another scheme", RawHttp.get("ftp://localhost/v1/schedules"), 400, "malformed-request"),
            Arguments.of(
                    "a large port", with("X: y").replace("localhost", "localhost:65536"), 400, "malformed-request"),
            Arguments.of("HTTP/2.0", with("X: y").replace("HTTP/1.1", "HTTP/2.0"), 400, "malformed-request"),
            Arguments.of("HTTP/0.9", with("X: y").replace("HTTP/1.1", "HTTP/0.9"), 400, "malformed-request"),
            Arguments.of("HTTP/2 preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400, "malformed-request"));

    @Autowired
    Environment environment;

    @Test
    void refusalOfALongHeadNamesTheLimit() throws IOException {
        assertThat(RawHttp.exchange(port, RawHttp.get("/" + "a".repeat(9_000))))
                .contains("longer than %d KB".formatted(kilobytes("server.netty.max-initial-line-length")));
        assertThat(RawHttp.exchange(port, with("X-Large: " + "a".repeat(17_000))))
                .contains("larger than %d KB".formatted(kilobytes("server.max-http-request-header-size")));
    }

    private long kilobytes(String property) {
        return environment.getRequiredProperty(property, DataSize.class).toKilobytes();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "identity",
                "xchunked",
                "gzip",
                "chunk",
                "chunked;q=1",
                "\"chunked\"",
                "chunked, chunked",
                "chunked, identity",
                "gzip, chunked",
                "chunked\r\nTransfer-Encoding: chunked",
                ""
            })
    void unknownTransferCodingIsRefusedAndEndsTheConnection(String coding) throws IOException {
        for (String framing : List.of("", "Content-Length: 10\r\n")) {
            assertThat(RawHttp.exchange(
                            port,
                            "POST /v1/schedules HTTP/1.1\r\nHost: localhost\r\n" + framing + "Transfer-Encoding: "
                                    + coding + "\r\n\r\n0\r\n\r\nabcde"))
                    .as(framing)
                    .startsWith("HTTP/1.1 400")
                    .contains("\"code\":\"malformed-request\"", "\"traceId\":\"")
                    .containsOnlyOnce("HTTP/1.1");
        }
        assertThat(FakeServices.requests()).isEmpty();
    }

    @Test
    void transferCodingInHttp10IsRefused() throws IOException {
        assertThat(RawHttp.exchange(port, "POST /v1/schedules HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"))
                .startsWith("HTTP/1.1 400")
                .contains("\"code\":\"malformed-request\"");
        assertThat(FakeServices.requests()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"chunked", "Chunked", "CHUNKED"})
    void chunkedBodyIsForwarded(String coding) throws IOException {
        assertThat(RawHttp.exchange(
                        port,
                        "POST /v1/schedules HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nTransfer-Encoding: "
                                + coding + "\r\n\r\n3\r\nabc\r\n0\r\n\r\n"))
                .startsWith("HTTP/1.1 200");
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost:", "[::1]:", "localhost:65535", "haru_gateway:8080", "haru.example.org."})
    void unusualHostIsAccepted(String host) throws IOException {
        assertThat(RawHttp.exchange(port, RawHttp.get("/v1/locations").replace("localhost", host)))
                .startsWith("HTTP/1.1 200");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://localhost/v1/locations",
                "HTTP://localhost:80/v1/locations",
                "http://localhost:/v1/locations",
                "http://[::1]/v1/locations",
                "http://[::1]:8080/v1/locations",
                "http://[::1]:/v1/locations",
                "https://127.0.0.1:8080/v1/locations"
            })
    void absoluteTargetIsAccepted(String target) throws IOException {
        assertThat(RawHttp.exchange(port, RawHttp.get(target))).startsWith("HTTP/1.1 200");
        assertThat(FakeServices.requests())
                .singleElement()
                .satisfies(request -> assertThat(request.getUrl()).isEqualTo("/v1/locations"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://localhost?a=b", "http://[::1]?a=b", "http://localhost"})
    void absoluteTargetWithoutAPathIsTheRoot(String target) throws IOException {
        assertThat(RawHttp.exchange(port, RawHttp.get(target)))
                .startsWith("HTTP/1.1 404")
                .contains("\"code\":\"route-not-found\"");
    }

    /** RFC 9112, section 3.2.4. */
    @ParameterizedTest
    @ValueSource(strings = {"*", "http://localhost", "http://localhost:8080", "http://[::1]", "HTTPS://localhost:"})
    void optionsOfTheServerAreItsMethods(String target) throws IOException {
        assertThat(RawHttp.exchange(port, RawHttp.get(target).replace("GET", "OPTIONS")))
                .startsWith("HTTP/1.1 204")
                .contains("\r\nAllow: ", "\r\nX-Trace-Id: ");
        assertThat(FakeServices.requests()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "HEAD", "POST", "DELETE"})
    void asteriskIsATargetOfOptionsOnly(String method) throws IOException {
        assertThat(RawHttp.exchange(port, RawHttp.get("*").replace("GET", method)))
                .startsWith("HTTP/1.1 400")
                .contains("\r\nX-Trace-Id: ");
        assertThat(FakeServices.requests()).isEmpty();
    }

    @Test
    void laterMinorVersionIsReadAsHttp11() throws IOException {
        assertThat(RawHttp.exchange(port, RawHttp.get("/v1/locations").replace("HTTP/1.1", "HTTP/1.2")))
                .startsWith("HTTP/1.1 200");
    }

    @LocalServerPort
    int port;

    @ParameterizedTest(name = "{0}")
    @FieldSource
    void requests(String what, String request, int status, String code) throws IOException {
        assertThat(RawHttp.exchange(port, request))
                .as(what)
                .startsWith("HTTP/1.1 " + status)
                .contains("application/problem+json", "\"code\":\"" + code + "\"", "\"traceId\":\"")
                .containsPattern("X-Trace-Id: [0-9a-f]{32}\r\n");
        assertThat(FakeServices.requests()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"zz\r\n", "3\r\nabc\r\nzz\r\n", "3\r\nabcde\r\n", "-1\r\n", "0\r\nA: a\u0001b\r\n\r\n"})
    void bodyThatCannotBeReadIsRefused(String body) throws IOException {
        assertThat(RawHttp.exchange(port, chunked("X: y", body)))
                .startsWith("HTTP/1.1 400")
                .contains("application/problem+json", "\"code\":\"malformed-request\"", "\"traceId\":\"")
                .containsPattern("X-Trace-Id: [0-9a-f]{32}\r\n")
                .containsOnlyOnce("HTTP/1.1");
        assertThat(FakeServices.requests()).isEmpty();
    }

    @Test
    void refusedRequestKeepsItsResponse() throws IOException {
        assertThat(RawHttp.exchange(port, chunked("Authorization: Bearer x", "zz\r\n")))
                .startsWith("HTTP/1.1 401")
                .contains("\"code\":\"unauthorized\"");
    }

    @Test
    void pipelinedResponsesKeepTheirOrder() throws IOException {
        String answer = RawHttp.exchange(
                port,
                keptAlive("/v1/locations") + keptAlive("/{}") + keptAlive("/v1/locations"),
                "(?s).*200.*400.*200.*");
        assertThat(Pattern.compile("HTTP/1.1 (\\d+)").matcher(answer).results().map(status -> status.group(1)))
                .containsExactly("200", "400", "200");
    }

    @Test
    void hostMayBeMissingInHttp10() throws IOException {
        assertThat(RawHttp.exchange(port, "GET /v1/locations HTTP/1.0\r\n\r\n")).startsWith("HTTP/1.1 200");
    }

    /**
     * RFC 9112, section 9.6: the request is not processed, and no reset of the connection loses the response before it.
     */
    @RepeatedTest(10)
    void requestAfterConnectionCloseIsNotProcessed() throws IOException {
        assertThat(sendAfterConnectionClose()).startsWith("HTTP/1.1 200").containsOnlyOnce("HTTP/1.1");
        assertThat(FakeServices.requests()).hasSize(1);
    }

    /** Sends again if this test paused longer than the gateway lingers: the reset of the connection is then right. */
    private String sendAfterConnectionClose() throws IOException {
        long start = System.nanoTime();
        try (Socket socket = RawHttp.open(port, RawHttp.get("/v1/locations") + keptAlive("/v1/locations"))) {
            for (int i = 0; i < 20; i++) {
                socket.getOutputStream()
                        .write(keptAlive("/v1/" + "a".repeat(4000)).getBytes(StandardCharsets.UTF_8));
            }
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (SocketException reset) {
            if (System.nanoTime() - start < LINGER.toNanos()) {
                throw reset;
            }
        }
        FakeServices.reset();
        return sendAfterConnectionClose();
    }

    private static String keptAlive(String target) {
        return RawHttp.get(target).replace("Connection: close\r\n", "");
    }

    private static String chunked(String header, String body) {
        return "POST /v1/schedules HTTP/1.1\r\nHost: localhost\r\n" + header + "\r\nTransfer-Encoding: chunked\r\n\r\n"
                + body;
    }

    private static String with(String header) {
        return RawHttp.get("/v1/schedules").replace("Connection", header + "\r\nConnection");
    }
}
