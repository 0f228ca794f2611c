package dev.haru.latency.log;

import dev.haru.latency.source.BadInput;
import dev.haru.latency.source.HttpApi;
import dev.haru.latency.trace.TraceId;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Finds the log lines of a trace in Grafana Loki, by the trace id in their text. */
public final class Loki {

    private static final JsonMapper JSON = JsonMapper.shared();

    /** A query needs a label. Loki 3 itself sets the first one; the collectors of Kubernetes set the second one. */
    private static final List<String> SELECTORS = List.of("{service_name=~\".+\"}", "{namespace=~\".+\"}");

    private static final List<String> SERVICE_LABELS = List.of("service_name", "app", "container", "job");

    /** A service may log after its last span. */
    private static final long MARGIN = Duration.ofMinutes(1).toNanos();

    private final HttpApi api;

    /** Throws {@link BadInput} if {@code url} is not an http or https URL. */
    public Loki(String url, @Nullable String tenant) {
        this.api = new HttpApi("Loki", "--loki", url, tenant);
    }

    /** The messages of a trace between two times (ns since 1970) and a minute around them, in the order of time. */
    public List<LogLine> find(TraceId id, long from, long to) {
        List<LogLine> found = new ArrayList<>();
        for (String selector : SELECTORS) {
            if (found.isEmpty()) {
                read(api.get(path(selector, id, from, to)), found);
            }
        }
        found.sort(Comparator.comparingLong(LogLine::timeNanos));
        return found;
    }

    private static String path(String selector, TraceId id, long from, long to) {
        return "/loki/api/v1/query_range?direction=forward&limit=%d&start=%d&end=%d&query=%s"
                .formatted(
                        LogFiles.MAXIMUM_LINES,
                        from - MARGIN,
                        to + MARGIN,
                        URLEncoder.encode("%s |= \"%s\"".formatted(selector, id), StandardCharsets.UTF_8));
    }

    private void read(byte[] body, List<LogLine> found) {
        try {
            for (JsonNode stream : JSON.readTree(body).path("data").path("result")) {
                String service = service(stream.path("stream"));
                for (JsonNode value : stream.path("values")) {
                    found.add(
                            line(service, value.path(0).asLong(0), value.path(1).asString("")));
                }
            }
        } catch (JacksonException e) {
            throw new BadInput(api + " returned no JSON for a search: check that the URL is Loki's.", e);
        }
    }

    private static LogLine line(String service, long time, String text) {
        @Nullable LogLine parsed = LogFormat.parse(service, text);
        return parsed == null ? new LogLine(time, service, LogFormat.bounded(text)) : parsed;
    }

    private static String service(JsonNode labels) {
        return SERVICE_LABELS.stream()
                .map(label -> labels.path(label).asString(""))
                .filter(name -> !name.isEmpty())
                .findFirst()
                .orElse("unknown");
    }
}
