package dev.haru.systemtests.system;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/**
 * A client of the gateway, signed in or not. It repeats a request that gets 503, as clients may. It repeats a safe
 * request also after 504 and after a lost connection. On a busy machine, circuit breakers open, statements and
 * connections time out and profiles arrive late, and most tests do not test these cases.
 */
final class Client {

    static final String PASSWORD = "password12345678";

    private static final int UNAVAILABLE = 503;
    private static final int GATEWAY_TIMEOUT = 504;

    /** The methods that the tests use of those that RFC 9110, 9.2.1, defines as safe. */
    private static final Set<String> SAFE = Set.of("GET", "HEAD");

    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final Duration LIMIT = Duration.ofMinutes(2);

    /** The body of every error response of all tests. */
    static final Queue<String> ERRORS = new ConcurrentLinkedQueue<>();

    /** How long the client repeats a request. Longer than the longest pause of a relay, which delivers profiles. */
    private static final Duration RETRY_LIMIT = Duration.ofMinutes(3);

    private final String baseUrl;
    private final Map<String, String> headers;
    private final boolean retries;

    Client(String baseUrl) {
        this(baseUrl, Map.of(), true);
    }

    private Client(String baseUrl, Map<String, String> headers, boolean retries) {
        this.baseUrl = baseUrl;
        this.headers = headers;
        this.retries = retries;
    }

    /** Returns a client that sends each request once. */
    Client withoutRetry() {
        return new Client(baseUrl, headers, false);
    }

    static String freshNickname() {
        return "client_"
                + HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt());
    }

    Client with(String header, String value) {
        Map<String, String> more = new HashMap<>(headers);
        more.put(header, value);
        return new Client(baseUrl, more, retries);
    }

    Client withToken(String token) {
        return with("Authorization", "Bearer " + token);
    }

    Answer register(String nickname) {
        return post("/v1/auth/user/register", """
                {"nickname":"%s","password":"%s","region_name":"Seoul"}""".formatted(nickname, PASSWORD));
    }

    Answer login(String nickname, String password) {
        return post("/v1/auth/user/login", """
                {"nickname":"%s","password":"%s"}""".formatted(nickname, password));
    }

    /** Returns a client that is signed in as this member. */
    Client signedIn(String nickname) {
        return withToken(login(nickname, PASSWORD).text("/token"));
    }

    /** Registers a new member. Returns a client that is signed in as this member. */
    Client signedUp() {
        String nickname = freshNickname();
        register(nickname);
        return signedIn(nickname);
    }

    Answer get(String path) {
        return send("GET", path, new byte[0]);
    }

    Answer delete(String path) {
        return send("DELETE", path, new byte[0]);
    }

    Answer delete(String path, String json) {
        return with("Content-Type", "application/json").send("DELETE", path, json.getBytes(UTF_8));
    }

    Answer post(String path, String json) {
        return with("Content-Type", "application/json").send("POST", path, json.getBytes(UTF_8));
    }

    Answer put(String path, String json) {
        return with("Content-Type", "application/json").send("PUT", path, json.getBytes(UTF_8));
    }

    Answer patch(String path, String json) {
        return with("Content-Type", "application/json").send("PATCH", path, json.getBytes(UTF_8));
    }

    Answer send(String method, String path, byte[] body) {
        if (!retries) {
            return sendOnce(method, path, body);
        }
        try {
            Answer first = sendOnce(method, path, body);
            if (!isRepeated(method, first.status())) {
                return first;
            }
        } catch (UncheckedIOException e) {
            if (!SAFE.contains(method)) {
                throw e;
            }
        }
        return repeat(method, path, body);
    }

    private Answer repeat(String method, String path, byte[] body) {
        try {
            return Awaitility.await(method + " " + path)
                    .atMost(RETRY_LIMIT)
                    .pollInSameThread()
                    .pollInterval(Duration.ofMillis(250))
                    .ignoreExceptionsMatching(e -> e instanceof UncheckedIOException && SAFE.contains(method))
                    .until(() -> sendOnce(method, path, body), answer -> !isRepeated(method, answer.status()));
        } catch (ConditionTimeoutException e) {
            // The test gets the response, or the exception, of one more attempt.
            return sendOnce(method, path, body);
        }
    }

    /** A write is not repeated after 504, because the service may have committed it. */
    private static boolean isRepeated(String method, int status) {
        return status == UNAVAILABLE || (status == GATEWAY_TIMEOUT && SAFE.contains(method));
    }

    private Answer sendOnce(String method, String path, byte[] body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(baseUrl + path))
                .timeout(LIMIT)
                .method(method, body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
        headers.forEach(request::header);
        try {
            HttpResponse<String> response = HTTP.send(request.build(), BodyHandlers.ofString());
            if (response.statusCode() >= 400) {
                ERRORS.add(response.body());
            }
            return new Answer(response.statusCode(), response.headers(), response.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
