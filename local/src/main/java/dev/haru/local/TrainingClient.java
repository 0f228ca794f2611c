package dev.haru.local;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Set;

/**
 * Sends the requests of a {@link TrainingScenario}. On a busy machine a service can reject a request, so the client
 * repeats what may be repeated.
 */
final class TrainingClient implements AutoCloseable {

    static final int ATTEMPTS = 12;

    private static final Set<Integer> TEMPORARY = Set.of(502, 503, 504);
    private static final int CREATED = 201;
    private static final int CONFLICT = 409;
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    private final String gateway;
    private final Duration pause;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(LIMIT)
            .build();

    /**
     * @param gateway the URL of the gateway
     * @param pause the pause before a request is repeated, if the response has no {@code Retry-After}
     */
    TrainingClient(String gateway, Duration pause) {
        this.gateway = gateway;
        this.pause = pause;
    }

    /** Sends a GET, which must return 200. An empty token means no authentication. */
    void get(String path, String token) throws InterruptedException {
        send(HttpRequest.newBuilder(URI.create(gateway + path)).GET(), token, 200);
    }

    /** Sends a POST, which must return the status, and returns the body of the response. */
    String post(String path, String json, String token, int status) throws InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(gateway + path))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(json));
        return send(request, token, status);
    }

    /**
     * Repeats a request after 502, 503 and 504, and after a lost connection if the method is idempotent. Throws
     * {@link IllegalStateException} if the last response has another status than the expected one.
     */
    private String send(HttpRequest.Builder builder, String token, int status) throws InterruptedException {
        if (!token.isEmpty()) {
            builder.header("Authorization", "Bearer " + token);
        }
        HttpRequest request = builder.timeout(LIMIT).build();
        for (int attempt = 1; ; attempt++) {
            try {
                HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
                if (response.statusCode() == status || isAlreadyCreated(response, status, attempt)) {
                    return response.body();
                }
                if (attempt == ATTEMPTS || !TEMPORARY.contains(response.statusCode())) {
                    throw new IllegalStateException("%s %s returned %d instead of %d: %s"
                            .formatted(
                                    request.method(), request.uri(), response.statusCode(), status, response.body()));
                }
                Thread.sleep(pauseAfter(response));
            } catch (IOException e) {
                if (attempt == ATTEMPTS || !request.method().equals("GET")) {
                    throw new IllegalStateException(
                            request.method() + " " + request.uri() + " received no response", e);
                }
                Thread.sleep(pause);
            }
        }
    }

    /** A service may have created the object although its first response was 502 or 504. */
    private static boolean isAlreadyCreated(HttpResponse<String> response, int status, int attempt) {
        return attempt > 1 && status == CREATED && response.statusCode() == CONFLICT;
    }

    private Duration pauseAfter(HttpResponse<String> response) {
        Duration asked = response.headers()
                .firstValue("Retry-After")
                .filter(value -> value.matches("\\d{1,9}"))
                .map(value -> Duration.ofSeconds(Long.parseLong(value)))
                .orElse(pause);
        return asked.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : asked;
    }

    @Override
    public void close() {
        client.close();
    }
}
