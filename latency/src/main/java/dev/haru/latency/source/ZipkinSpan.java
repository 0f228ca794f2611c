package dev.haru.latency.source;

import dev.haru.latency.trace.Span;
import dev.haru.latency.trace.SpanKind;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A span of Zipkin's API v2. An incomplete span has no duration and counts as a moment. */
final class ZipkinSpan {

    private ZipkinSpan() {}

    /** Converts a span. Throws IllegalArgumentException with the reason for a span without ids or start. */
    static Span of(JsonNode span) {
        JsonNode tags = span.path("tags");
        Map<String, String> all = new HashMap<>();
        tags.propertyStream()
                .forEach(tag -> all.put(tag.getKey(), tag.getValue().asString("")));
        Map<String, String> kept = new HashMap<>();
        all.forEach((key, text) -> OtlpSpans.keep(kept, key, text));
        SpanKind kind = OtlpSpans.kind(span.path("kind").asString(""));
        if (kind == SpanKind.SERVER) {
            // Zipkin has no resources, so exporters write their attributes into tags.
            kept.putAll(ServerAttributes.of(all, all));
        }
        if (tags.has("sql.query")) {
            kept.putIfAbsent("db.system", "sql");
            OtlpSpans.keep(kept, "db.statement", tags.path("sql.query").asString(""));
        }
        String peer = span.path("remoteEndpoint").path("serviceName").asString("");
        if (!peer.isEmpty()) {
            kept.putIfAbsent("peer.service", peer);
        }
        JsonNode endpoint = span.path("localEndpoint");
        String service = endpoint.path("serviceName").asString("unknown");
        long start = span.path("timestamp").asLong(0);
        return new Span(
                Ids.trace(text(span, "traceId")),
                Ids.span(text(span, "id")),
                Ids.parent(text(span, "parentId")),
                service,
                endpoint.path("ipv4").asString(endpoint.path("ipv6").asString(service)),
                "",
                span.path("name").asString(""),
                kind,
                Ids.nanos(start, 0),
                Ids.nanos(start, span.path("duration").asLong(0)),
                tags.has("error"),
                kept);
    }

    private static @Nullable String text(JsonNode span, String field) {
        return span.path(field).isString() ? span.path(field).asString() : null;
    }
}
