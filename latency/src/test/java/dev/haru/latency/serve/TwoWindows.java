package dev.haru.latency.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.haru.latency.trace.HaruTraces;
import dev.haru.latency.trace.Trace;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A server with a hundred requests, then a hundred that are 5 ms slower at the hop to member-service, and one of
 * another route.
 */
final class TwoWindows implements AutoCloseable {

    /** How long a response may take, because a busy machine may pause. */
    static final Duration LIMIT = Duration.ofMinutes(3);

    static final String ROUTE = URLEncoder.encode(HaruTraces.CREATE, UTF_8);
    static final String BEFORE = "2026-11-21T10:00:00Z/2026-11-21T10:01:40Z";
    static final String AFTER = "2026-11-21T10:01:40Z/2026-11-21T10:03:20Z";

    private final HttpClient http = HttpClient.newHttpClient();
    private final ServedTraces served;

    TwoWindows() {
        Stream<Trace> traces = LongStream.range(0, 200)
                .mapToObj(
                        number -> HaruTraces.create(number, number < 100 ? number % 3 * 0.1 : 5 + number % 3 * 0.1, 0));
        Trace other = HaruTraces.of(300, trace -> trace.server("gateway", "GET /v1/<b>", 0, 9));
        served = new ServedTraces(1_000, Stream.concat(traces, Stream.of(other)));
        await("the traces")
                .atMost(LIMIT)
                .until(() -> get("api/state").path("version").asInt() > 0);
    }

    /** Stops the server. Fails if a request has shown a defect of the server. */
    @Override
    public void close() {
        http.shutdownNow();
        served.close();
        assertThat(served.defects()).isEmpty();
    }

    URI url() {
        return URI.create(served.url());
    }

    JsonNode get(String path) throws Exception {
        return json(URI.create(served.url() + path));
    }

    JsonNode json(URI uri) throws Exception {
        HttpResponse<String> response = http.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return new JsonMapper().readTree(response.body());
    }

    HttpResponse<String> send(String path) throws Exception {
        return http.send(HttpRequest.newBuilder(URI.create(served.url() + path)).build(), BodyHandlers.ofString());
    }

    /** Returns the response to a request that a client of the JDK does not send. */
    String raw(String request) throws IOException {
        try (Socket socket = new Socket(url().getHost(), url().getPort())) {
            socket.setSoTimeout(Math.toIntExact(LIMIT.toMillis()));
            socket.getOutputStream().write(request.getBytes(UTF_8));
            InputStream in = socket.getInputStream();
            byte[] start = in.readNBytes(17);
            return new String(start, UTF_8) + new String(rest(in), UTF_8);
        }
    }

    private static byte[] rest(InputStream in) throws IOException {
        byte[] buffer = new byte[16_384];
        int read = Math.max(0, in.read(buffer));
        return Arrays.copyOf(buffer, read);
    }
}
