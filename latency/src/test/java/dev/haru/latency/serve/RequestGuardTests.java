package dev.haru.latency.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The refused requests of the server, its files, and the headers of its responses. */
class RequestGuardTests {

    private static TwoWindows server;

    @BeforeAll
    static void start() {
        server = new TwoWindows();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void fileOfThePageIsServedWithAStrictPolicy() throws Exception {
        HttpResponse<String> response = server.send("");

        assertThat(response.headers().firstValue("Content-Security-Policy").orElseThrow())
                .contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'");
        assertThat(response.body()).contains("<script src=\"app.js\"").doesNotContain("<script>", "http://", "//");
    }

    @Test
    void eachFileThatThePageNamesExists() throws Exception {
        String page = server.send("").body();
        for (MatchResult file : Pattern.compile("(?:src|href)=\"([a-z.]+)\"")
                .matcher(page)
                .results()
                .toList()) {
            assertThat(server.send(file.group(1)).statusCode()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "DELETE", "OPTIONS", "TRACE"})
    void otherMethodsAreRefused(String method) throws Exception {
        assertThat(server.raw(method + " /api/state HTTP/1.1\r\nHost: localhost\r\n\r\n"))
                .startsWith("HTTP/1.1 405")
                .containsIgnoringCase("Allow: GET, HEAD");
    }

    @Test
    void headHasNoBody() throws Exception {
        assertThat(server.raw("HEAD /api/state HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 200")
                .endsWith("\r\n\r\n");
    }

    @Test
    void connectionStaysOpenAfterAResponse() throws Exception {
        URI url = server.url();
        String request = "HEAD /api/state HTTP/1.1\r\nHost: localhost\r\n";
        try (Socket socket = new Socket(url.getHost(), url.getPort())) {
            socket.setSoTimeout(Math.toIntExact(TwoWindows.LIMIT.toMillis()));
            socket.getOutputStream().write((request + "\r\n").getBytes(UTF_8));
            byte[] start = socket.getInputStream().readNBytes(17);
            socket.getOutputStream().write((request + "Connection: close\r\n\r\n").getBytes(UTF_8));
            String responses = new String(start, UTF_8)
                    + new String(socket.getInputStream().readAllBytes(), UTF_8);

            assertThat(responses.split("HTTP/1.1 200")).hasSize(3);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"evil.example", "localhost.evil.example", "127.0.0.1.evil.example:3210", "evil.example:80", ""})
    void otherHostsAreRefused(String host) throws Exception {
        assertThat(server.raw("GET / HTTP/1.1\r\nHost: " + host + "\r\n\r\n")).startsWith("HTTP/1.1 421");
    }

    @Test
    void missingAndRepeatedHostsAreRefused() throws Exception {
        assertThat(server.raw("GET / HTTP/1.1\r\n\r\n")).startsWith("HTTP/1.1 421");
        assertThat(server.raw("GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n"))
                .startsWith("HTTP/1.1 421");
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "localhost:8080", "127.0.0.1:3210", "[::1]:3210", "10.1.2.3"})
    void addressesAndLocalhostAreAccepted(String host) throws Exception {
        assertThat(server.raw("GET / HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 200");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: 5\r\n\r\nhello", "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"})
    void bodiesAreRefused(String rest) throws Exception {
        assertThat(server.raw("GET /api/state HTTP/1.1\r\nHost: localhost\r\n" + rest))
                .startsWith("HTTP/1.1 413");
    }

    @ParameterizedTest
    @ValueSource(strings = {"api/", "api/x", "favicon.ico", "app.js/", "..%2f..%2fetc%2fpasswd", "api/state/x"})
    void unknownPathsAreNotFound(String path) throws Exception {
        assertThat(server.send(path).statusCode()).isEqualTo(404);
    }
}
