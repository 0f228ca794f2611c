package dev.haru.latency.source;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** An HTTP API with a bound for the time and the size of each response. */
public final class HttpApi {

    static final int OK = 200;
    static final int NOT_FOUND = 404;
    private static final int BAD_REQUEST = 400;
    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    /** Tempo's own limit is 5 MB of protobuf for a trace, which is about 15 MB of JSON. */
    private static final long MAXIMUM_BYTES = 32L << 20;

    private final String name;
    private final URI base;
    private final Duration timeout;
    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(CONNECT).build();

    /**
     * The API of this name. Throws {@link BadInput} with the option if its value {@code url} is not an http or https
     * URL.
     */
    public HttpApi(String name, String option, String url) {
        this(name, option, url, TIMEOUT);
    }

    HttpApi(String name, String option, String url, Duration timeout) {
        this.name = name;
        this.base = address(option, url);
        this.timeout = timeout;
    }

    /** The body of a response with status 200. Throws {@link BadInput} if there is none within the time. */
    public byte[] get(String path) {
        HttpResponse<byte[]> answer = await(send(path));
        if (answer.statusCode() != OK) {
            throw refused(answer);
        }
        return answer.body();
    }

    /**
     * The timeout of HttpRequest ends with the headers, but a body may stall, too. So this timeout covers the whole
     * response.
     */
    CompletableFuture<HttpResponse<byte[]>> send(String path) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(base + path))
                .header("Accept", "application/json")
                .build();
        CompletableFuture<HttpResponse<byte[]>> exchange =
                client.sendAsync(request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), MAXIMUM_BYTES));
        // The timeout applies to a copy, because a future that has timed out can no longer be cancelled.
        return exchange.copy()
                .orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
                .whenComplete((_, failure) -> {
                    if (failure != null) {
                        exchange.cancel(true);
                    }
                });
    }

    HttpResponse<byte[]> await(CompletableFuture<HttpResponse<byte[]>> answer) {
        try {
            return answer.join();
        } catch (CompletionException e) {
            throw new BadInput("%s at %s cannot be reached: %s.".formatted(name, base, reason(e)), e);
        }
    }

    BadInput refused(HttpResponse<byte[]> answer) {
        String reason = answer.statusCode() == BAD_REQUEST
                ? new String(answer.body(), UTF_8).lines().findFirst().orElse("bad request")
                : "check that the URL is %s's HTTP API.".formatted(name);
        return new BadInput("%s returned %d for %s: %.300s"
                .formatted(base, answer.statusCode(), answer.uri().getPath(), reason));
    }

    /** The URL without a slash at its end. */
    @Override
    public String toString() {
        return base.toString();
    }

    private String reason(CompletionException e) {
        if (e.getCause() instanceof TimeoutException) {
            return "no response within %d ms".formatted(timeout.toMillis());
        }
        Throwable cause = e.getCause() instanceof IOException io ? io : e;
        return cause.getMessage() == null ? "no process listens at this address" : cause.getMessage();
    }

    private static URI address(String option, String url) {
        try {
            URI uri = URI.create(url.replaceAll("/+$", ""));
            if (uri.getHost() != null && ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))) {
                return uri;
            }
        } catch (IllegalArgumentException e) {
            throw new BadInput("%s %s is not a URL: %s".formatted(option, url, e.getMessage()), e);
        }
        throw new BadInput("%s %s is not a URL: http://host:port is expected.".formatted(option, url));
    }
}
