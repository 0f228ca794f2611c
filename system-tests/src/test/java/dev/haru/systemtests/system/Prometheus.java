package dev.haru.systemtests.system;

import dev.haru.local.port.Port;
import dev.haru.local.port.Ports;
import dev.haru.platform.port.FreePort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A real Prometheus that scrapes a running system every two seconds, evaluates the rules, and receives the metrics of
 * k6.
 */
final class Prometheus implements AutoCloseable {

    private static final JsonMapper JSON = new JsonMapper();
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Map<String, Port> TARGETS = Map.of(
            "gateway", Port.GATEWAY_MANAGEMENT,
            "auth-service", Port.AUTH_MANAGEMENT,
            "member-service", Port.MEMBER_MANAGEMENT,
            "schedule-service", Port.SCHEDULE_MANAGEMENT);

    private final HttpClient http = HttpClient.newHttpClient();
    private final String url;
    private final Process process;

    private Prometheus(String url, Process process) {
        this.url = url;
        this.process = process;
    }

    /** Starts Prometheus through {@code tools/prometheus}. Its data is in {@code folder}. */
    static Prometheus start(Path repository, Path folder, Ports ports) throws IOException {
        Files.createDirectories(folder);
        Path config = Files.writeString(folder.resolve("prometheus.yml"), config(repository, ports));
        String address = "127.0.0.1:" + FreePort.next();
        Process process = new ProcessBuilder(
                        repository.resolve("tools/prometheus").toString(),
                        "prometheus",
                        "--config.file=" + config,
                        "--storage.tsdb.path=" + folder.resolve("data"),
                        "--web.listen-address=" + address,
                        "--web.enable-remote-write-receiver",
                        "--enable-feature=exemplar-storage",
                        "--log.level=warn")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("prometheus.log").toFile())
                .start();
        return new Prometheus("http://" + address, process);
    }

    /** The URL of the remote-write receiver, for k6. */
    String writeUrl() {
        return url + "/api/v1/write";
    }

    boolean isReady() {
        if (!process.isAlive()) {
            throw new IllegalStateException("Prometheus ended: see prometheus.log");
        }
        try {
            return get("/-/ready").statusCode() == 200;
        } catch (UncheckedIOException notYet) {
            return false;
        }
    }

    /** The current series of an expression. */
    JsonNode now(String promql) {
        return data("/api/v1/query?query=" + encoded(promql)).path("result");
    }

    /** The series of an expression over time, with a value every five seconds. */
    JsonNode over(String promql, Instant start, Instant end) {
        return data("/api/v1/query_range?step=5&query=%s&start=%d&end=%d"
                        .formatted(encoded(promql), start.getEpochSecond(), end.getEpochSecond()))
                .path("result");
    }

    /** The series with exemplars, and their exemplars. */
    JsonNode exemplars(String promql, Instant start, Instant end) {
        return data("/api/v1/query_exemplars?query=%s&start=%d&end=%d"
                .formatted(encoded(promql), start.getEpochSecond(), end.getEpochSecond() + 1));
    }

    /** The labels of the series that a selector matches. */
    JsonNode series(String selector) {
        return data("/api/v1/series?match%5B%5D=" + encoded(selector));
    }

    /** The rules with their health, by group. */
    JsonNode ruleGroups() {
        return data("/api/v1/rules").path("groups");
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(1, TimeUnit.MINUTES)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException stopping) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private JsonNode data(String path) {
        HttpResponse<String> answer = get(path);
        JsonNode json = JSON.readTree(answer.body());
        if (answer.statusCode() != 200) {
            throw new IllegalArgumentException(path + ": " + json.path("error").asString());
        }
        return json.path("data");
    }

    private HttpResponse<String> get(String path) {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(url + path)).timeout(LIMIT).build();
        try {
            return http.send(request, BodyHandlers.ofString());
        } catch (IOException unreachable) {
            throw new UncheckedIOException(unreachable);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopping);
        }
    }

    private static String config(Path repository, Ports ports) {
        String targets = TARGETS.entrySet().stream()
                .map(target ->
                        """
                              - targets: ["%s"]
                                labels: { service: %s }
                        """.formatted(URI.create(ports.url(target.getValue())).getAuthority(), target.getKey()))
                .collect(Collectors.joining());
        return """
                global: { scrape_interval: 2s, scrape_timeout: 2s, evaluation_interval: 2s }
                rule_files: ["%s/*.yaml"]
                scrape_configs:
                  - job_name: haru
                    metrics_path: /actuator/prometheus
                    static_configs:
                """.formatted(repository.resolve("k8s/observability/rules")) + targets;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
