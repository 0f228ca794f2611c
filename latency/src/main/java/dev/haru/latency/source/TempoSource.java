package dev.haru.latency.source;

import dev.haru.latency.trace.TraceId;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads traces from Grafana Tempo's HTTP API: a TraceQL search, then each trace that it found. With the hint
 * {@code most_recent} (Tempo 2.8 or later), a search returns the most recent traces up to the limit, not a uniform
 * sample of the window. An older Tempo ignores the hint, and returns any traces up to the limit.
 */
public final class TempoSource implements TraceSource {

    private static final int AT_ONCE = 8;
    private static final int BYTES_OF_A_TRACE = 50_000;
    private static final String MOST_RECENT = " with (most_recent=true)";

    /** The hints at the end of a query. TraceQL permits only one such clause. */
    private static final Pattern HINTS = Pattern.compile("\\bwith\\s*\\([^()]*\\)\\s*$");

    private static final JsonMapper JSON = JsonMapper.shared();

    private final TempoApi tempo;
    private final String query;
    private final Instant from;
    private final Instant to;
    private final int limit;
    private final Consumer<String> notes;

    /**
     * The traces that began between two times.
     *
     * @param notes takes a line if there may be more traces than the limit
     */
    public TempoSource(TempoApi tempo, String query, Instant from, Instant to, int limit, Consumer<String> notes) {
        this.tempo = tempo;
        this.query = query;
        this.from = from;
        this.to = to;
        this.limit = limit;
        this.notes = notes;
    }

    @Override
    public void read(SpanSink sink) {
        List<String> found = search();
        if (found.size() >= limit) {
            notes.accept(
                    "latency: the search from %s to %s found %d traces, as many as --limit permits. There may be more."
                            .formatted(from, to, found.size()));
        }
        fetch(found, _ -> sink);
    }

    /** Reads these traces, each into its sink. */
    void fetch(List<String> ids, Function<String, SpanSink> sinks) {
        for (int i = 0; i < ids.size(); i += AT_ONCE) {
            List<String> part = ids.subList(i, Math.min(ids.size(), i + AT_ONCE));
            List<CompletableFuture<HttpResponse<byte[]>>> answers =
                    part.stream().map(tempo::send).toList();
            try {
                for (int j = 0; j < part.size(); j++) {
                    tempo.read(part.get(j), answers.get(j), sinks.apply(part.get(j)));
                }
            } finally {
                answers.forEach(answer -> answer.cancel(true));
            }
        }
    }

    @Override
    public String link(TraceId id) {
        return tempo.link(id);
    }

    @Override
    public String description() {
        return "Tempo at " + tempo;
    }

    @Override
    public long size() {
        return (long) limit * BYTES_OF_A_TRACE;
    }

    /** The ids of the traces that the search finds. */
    List<String> search() {
        String path = "/api/search?q=%s&start=%d&end=%d&limit=%d"
                .formatted(
                        URLEncoder.encode(
                                HINTS.matcher(query).find() ? query : query + MOST_RECENT, StandardCharsets.UTF_8),
                        from.getEpochSecond(),
                        to.getEpochSecond() + 1,
                        limit);
        byte[] body = tempo.get(path);
        try {
            JsonNode traces = JSON.readTree(body).path("traces");
            List<String> ids = new ArrayList<>();
            // Tempo omits the leading zeros of an id.
            traces.forEach(trace ->
                    ids.add("%32s".formatted(trace.path("traceID").asString("")).replace(' ', '0')));
            return ids;
        } catch (JacksonException e) {
            throw new BadInput(tempo + " returned no JSON for a search: check that the URL is Tempo's.", e);
        }
    }
}
