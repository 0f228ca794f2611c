package dev.haru.latency;

import static dev.haru.latency.CommandLineFixture.latency;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.haru.latency.CommandLineFixture.Result;
import dev.haru.latency.trace.HaruTraces;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServeCommandTests {

    /** How long a response may take, because a busy machine may pause. */
    private static final Duration LIMIT = Duration.ofMinutes(3);

    @TempDir
    Path directory;

    private String files;

    @BeforeEach
    void write() {
        files = CommandLineFixture.files(directory, "traces", 20, HaruTraces::create);
    }

    @ParameterizedTest
    @CsvSource({
        "--port=65536, --port 65536 is not between 0 and 65535",
        "--port=-1, --port -1 is not between",
        "--keep=0, --keep 0 is not between 1 and",
        "--keep=1000001, --keep 1000001 is not between 1 and",
        "--bind=no.such.host.invalid, --bind no.such.host.invalid is not an address",
        "--bind=192.0.2.1, Port 0 of 192.0.2.1 cannot be used",
        "--last=soon, --last soon: a time such as",
        "--tempo=http://localhost:1, set either --files PATH or --tempo URL",
    })
    void badOptionIsOneLine(String option, String message) {
        Result result = option.startsWith("--port")
                ? latency("serve", "--files", files, option)
                : latency("serve", "--files", files, "--port", "0", option);

        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err().lines()).singleElement().asString().contains(message);
    }

    @Test
    void missingDirectoryIsOneLine() {
        Result result = latency("serve", "--files", directory.resolve("none").toString());

        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err().lines()).singleElement().asString().contains("There is no");
    }

    @Test
    void usedPortIsOneLine() throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Result result = latency("serve", "--files", files, "--port", Integer.toString(other.getLocalPort()));

            assertThat(result.code()).isEqualTo(2);
            assertThat(result.err().lines())
                    .singleElement()
                    .asString()
                    .contains("Port %d of 127.0.0.1 cannot be used".formatted(other.getLocalPort()), "--port");
        }
    }

    /** In a process of its own, because the JDK's server reads its bounds only once. */
    @Test
    void processServesThePageWithinItsBounds() throws Exception {
        Process process = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-Xmx128m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        "serve",
                        "--files",
                        files,
                        "--port",
                        "0")
                .redirectErrorStream(true)
                .start();
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            String line = out.readLine();
            assertThat(line).matches("http://127\\.0\\.0\\.1:\\d+/ shows the traces of .*traces\\. Ctrl-C ends it\\.");
            URI url = URI.create(line.substring(0, line.indexOf(' ')));

            assertThat(routes(url)).contains(HaruTraces.CREATE);
            assertThat(response(url, request("X: " + "x".repeat(40_000) + "\r\n")))
                    .doesNotContain(" 200 ");
            assertThat(response(url, request(headers(100)))).doesNotContain(" 200 ");
            assertThat(response(url, request(headers(10)))).contains(" 200 ");
            assertThat(response(url, "GET / HTTP/1.1\r\nHost: loc")).isEmpty();
            assertThat(routes(url)).contains(HaruTraces.CREATE);
        } finally {
            process.destroy();
            process.waitFor();
        }
    }

    private static String request(String headers) {
        return "GET / HTTP/1.1\r\nHost: localhost\r\n" + headers + "\r\n";
    }

    private static String headers(int count) {
        return IntStream.range(0, count)
                .mapToObj(number -> "X-%d: y\r\n".formatted(number))
                .collect(Collectors.joining());
    }

    private static String routes(URI url) throws Exception {
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpRequest request =
                    HttpRequest.newBuilder(url.resolve("api/routes")).build();
            return await("the routes")
                    .atMost(LIMIT)
                    .until(() -> http.send(request, BodyHandlers.ofString()).body(), body -> body.contains("/v1"));
        }
    }

    /** The start of the response to this request, empty if the server closes the connection. */
    private static String response(URI url, String request) throws IOException {
        try (Socket socket = new Socket(url.getHost(), url.getPort())) {
            socket.setSoTimeout(Math.toIntExact(LIMIT.toMillis()));
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readNBytes(64), StandardCharsets.US_ASCII);
        } catch (SocketException e) {
            return "";
        }
    }
}
