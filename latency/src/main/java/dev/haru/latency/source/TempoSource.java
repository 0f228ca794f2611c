package dev.haru.latency.source;

import dev.haru.latency.trace.Span;
import dev.haru.latency.trace.TraceId;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads traces from Grafana Tempo's HTTP API: a TraceQL search, then each trace that it found. A search returns the
 * most recent traces up to the limit, not a uniform sample of the window.
 */
public final class TempoSource implements TraceSource {

    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final int AT_ONCE = 8;
    private static final int BYTES_OF_A_TRACE = 50_000;
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;
    private static final JsonMapper JSON = JsonMapper.shared();

    private final URI base;
    private final String query;
    private final Instant from;
    private final Instant to;
    private final int limit;
    private final Duration timeout;
    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(CONNECT).build();

    /** Throws {@link BadInput} if {@code url} is not an http or https URL. */
    public TempoSource(String url, String query, Instant from, Instant to, int limit) {
        this(url, query, from, to, limit, TIMEOUT);
    }

    TempoSource(String url, String query, Instant from, Instant to, int limit, Duration timeout) {
        this.base = address(url);
        this.query = query;
        this.from = from;
        this.to = to;
        this.limit = limit;
        this.timeout = timeout;
    }

    @Override
    public void read(Consumer<Span> sink) {
        List<String> ids = search();
        for (int i = 0; i < ids.size(); i += AT_ONCE) {
            List<CompletableFuture<HttpResponse<byte[]>>> answers =
                    ids.subList(i, Math.min(ids.size(), i + AT_ONCE)).stream()
                            .map(id -> send("/api/v2/traces/" + id))
                            .toList();
            try {
                for (CompletableFuture<HttpResponse<byte[]>> answer : answers) {
                    take(await(answer), sink);
                }
            } finally {
                answers.forEach(answer -> answer.cancel(true));
            }
        }
    }

    @Override
    public String link(TraceId id) {
        return base + "/api/v2/traces/" + id;
    }

    @Override
    public String description() {
        return "Tempo at " + base;
    }

    @Override
    public long size() {
        return (long) limit * BYTES_OF_A_TRACE;
    }

    private List<String> search() {
        String path = "/api/search?q=%s&start=%d&end=%d&limit=%d"
                .formatted(
                        URLEncoder.encode(query, StandardCharsets.UTF_8),
                        from.getEpochSecond(),
                        to.getEpochSecond() + 1,
                        limit);
        HttpResponse<byte[]> answer = await(send(path));
        if (answer.statusCode() != OK) {
            throw refused(answer);
        }
        try {
            JsonNode traces = JSON.readTree(answer.body()).path("traces");
            List<String> ids = new ArrayList<>();
            // Tempo omits the leading zeros of an id.
            traces.forEach(trace ->
                    ids.add("%32s".formatted(trace.path("traceID").asString("")).replace(' ', '0')));
            return ids;
        } catch (JacksonException e) {
            throw new BadInput(base + " returned no JSON for a search: check that the URL is Tempo's.", e);
        }
    }

    private void take(HttpResponse<byte[]> answer, Consumer<Span> sink) {
        // Tempo may have deleted the trace since the search.
        if (answer.statusCode() == NOT_FOUND) {
            return;
        }
        if (answer.statusCode() != OK) {
            throw refused(answer);
        }
        OtlpReader.read(new ByteArrayInputStream(answer.body()), answer.uri().toString(), false, sink);
    }

    /**
     * The timeout of HttpRequest ends with the headers, but a body may stall, too. So this timeout covers the whole
     * response.
     */
    private CompletableFuture<HttpResponse<byte[]>> send(String path) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(base + path))
                .header("Accept", "application/json")
                .build();
        CompletableFuture<HttpResponse<byte[]>> exchange =
                client.sendAsync(request, HttpResponse.BodyHandlers.ofByteArray());
        // The timeout applies to a copy, because a future that has timed out can no longer be cancelled.
        return exchange.copy()
                .orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
                .whenComplete((_, failure) -> {
                    if (failure != null) {
                        exchange.cancel(true);
                    }
                });
    }

    private HttpResponse<byte[]> await(CompletableFuture<HttpResponse<byte[]>> answer) {
        try {
            return answer.join();
        } catch (CompletionException e) {
            throw new BadInput("Tempo at %s cannot be reached: %s.".formatted(base, reason(e)), e);
        }
    }

    private String reason(CompletionException e) {
        if (e.getCause() instanceof TimeoutException) {
            return "no response within %d ms".formatted(timeout.toMillis());
        }
        Throwable cause = e.getCause() instanceof IOException io ? io : e;
        return cause.getMessage() == null ? "no process listens at this address" : cause.getMessage();
    }

    private BadInput refused(HttpResponse<byte[]> answer) {
        return new BadInput("%s returned %d for %s: check that the URL is Tempo's HTTP API."
                .formatted(base, answer.statusCode(), answer.uri().getPath()));
    }

    private static URI address(String url) {
        try {
            URI uri = URI.create(url.replaceAll("/+$", ""));
            if (uri.getHost() != null && ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))) {
                return uri;
            }
        } catch (IllegalArgumentException e) {
            throw new BadInput("--tempo " + url + " is not a URL: " + e.getMessage(), e);
        }
        throw new BadInput("--tempo " + url + " is not a URL: http://host:3200 is expected.");
    }
}
