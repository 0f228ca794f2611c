package dev.haru.latency.source;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP API with a bound for the time and the size of each response.
 *
 * <p>Longer than 120 lines because it explains each kind of failure in its own words.
 */
public final class HttpApi {

    static final int OK = 200;
    static final int NOT_FOUND = 404;
    private static final int UNAUTHORIZED = 401;
    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    /** Tempo's own limit is 5 MB of protobuf for a trace, which is about 15 MB of JSON. */
    private static final long MAXIMUM_BYTES = 32L << 20;

    private static final int MAXIMUM_LINE = 300;

    private final String name;
    private final String base;
    private final Map<String, String> headers;
    private final Duration timeout;
    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(CONNECT).build();

    /**
     * The API of this name, with the credentials of the URL or of the environment. Throws {@link BadInput} with the
     * option if its value {@code url} is not an http or https URL.
     *
     * @param tenant the tenant of Tempo or Loki, null for none
     */
    public HttpApi(String name, String option, String url, @Nullable String tenant) {
        this(name, option, url, tenant, System.getenv(), TIMEOUT);
    }

    HttpApi(
            String name,
            String option,
            String url,
            @Nullable String tenant,
            Map<String, String> environment,
            Duration timeout) {
        URI uri = address(option, url);
        this.name = name;
        this.base = uri.getScheme() + "://" + uri.getHost() + (uri.getPort() < 0 ? "" : ":" + uri.getPort())
                + uri.getRawPath();
        this.headers = HttpAccess.headers(name, uri, tenant, environment);
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
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(base + path)).header("Accept", "application/json");
        headers.forEach(request::header);
        CompletableFuture<HttpResponse<byte[]>> exchange =
                client.sendAsync(request.build(), BodyHandlers.limiting(BodyHandlers.ofByteArray(), MAXIMUM_BYTES));
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

    /** The status and the server's own words, which are in the first line of the body unless that is a page. */
    BadInput refused(HttpResponse<byte[]> answer) {
        String line = firstLine(answer);
        String hint = "check that the URL is %s's HTTP API.".formatted(name);
        if (answer.statusCode() == UNAUTHORIZED && line.contains("org id")) {
            hint = "set --tenant.";
        }
        boolean isHinted = answer.statusCode() == UNAUTHORIZED || answer.statusCode() == NOT_FOUND;
        String reason = line.isEmpty() || line.startsWith("<") ? hint : line + (isHinted ? "; " + hint : "");
        return new BadInput("%s returned %d for %s: %s"
                .formatted(base, answer.statusCode(), answer.uri().getPath(), reason));
    }

    /** The first line of a body, shortened. Empty if there is none. */
    static String firstLine(HttpResponse<byte[]> answer) {
        String body = new String(answer.body(), 0, Math.min(answer.body().length, MAXIMUM_LINE), UTF_8);
        return body.strip().lines().findFirst().orElse("");
    }

    /** The URL without a slash at its end and without credentials. */
    @Override
    public String toString() {
        return base;
    }

    private String reason(CompletionException e) {
        if (e.getCause() instanceof TimeoutException) {
            return "no response within %d ms".formatted(timeout.toMillis());
        }
        Throwable cause = e.getCause() instanceof IOException io ? io : e;
        return cause.getMessage() == null ? "no process listens at this address" : cause.getMessage();
    }

    private static URI address(String option, String url) {
        // An invalid URL may have credentials anywhere before its last @.
        int host = url.lastIndexOf('@') + 1;
        String shown = host == 0 ? url : "***@" + url.substring(host);
        try {
            URI uri = new URI(url.replaceAll("/+$", ""));
            boolean isWhole = uri.getRawQuery() == null && uri.getRawFragment() == null;
            if (isWhole
                    && uri.getHost() != null
                    && ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))) {
                return uri;
            }
        } catch (URISyntaxException e) {
            // The message of the exception contains the URL, with its credentials.
            throw new BadInput("%s %s is not a URL: %s.".formatted(option, shown, e.getReason()));
        }
        throw new BadInput("%s %s is not a URL: http://host:port is expected.".formatted(option, shown));
    }
}
