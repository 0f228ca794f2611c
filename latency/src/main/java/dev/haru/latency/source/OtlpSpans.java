package dev.haru.latency.source;

import dev.haru.latency.source.OtlpExport.KeyValue;
import dev.haru.latency.source.OtlpExport.RawSpan;
import dev.haru.latency.source.OtlpExport.ResourceSpans;
import dev.haru.latency.source.OtlpExport.ScopeSpans;
import dev.haru.latency.trace.Span;
import dev.haru.latency.trace.SpanKind;
import dev.haru.latency.trace.TraceId;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Converts OTLP/JSON to spans. Keeps only the attributes that the tool uses. */
final class OtlpSpans {

    private static final Set<String> KEPT = Set.of(
            "http.request.method",
            "http.method",
            "http.route",
            "haru.route",
            "server.address",
            "server.port",
            "net.peer.name",
            "net.peer.port",
            "peer.service",
            "db.system",
            "db.system.name",
            "db.operation",
            "db.operation.name",
            "db.statement",
            "db.query.text",
            "db.query.summary");
    private static final int MAXIMUM_VALUE_LENGTH = 4_000;

    private OtlpSpans() {}

    /**
     * Passes all spans to {@code sink}. Throws IllegalArgumentException with the reason for a span without ids or
     * times.
     */
    static void read(List<ResourceSpans> content, Consumer<Span> sink) {
        for (ResourceSpans resource : content) {
            Map<String, String> origin = resource.resource() == null
                    ? Map.of()
                    : all(orEmpty(resource.resource().attributes()));
            String service = origin.getOrDefault("service.name", "unknown");
            String instance = origin.getOrDefault("service.instance.id", service);
            String host = origin.getOrDefault("host.name", instance);
            for (ScopeSpans scope : orEmpty(resource.scopeSpans())) {
                String name = scope.scope() == null ? "" : orEmpty(scope.scope().name());
                for (RawSpan raw : orEmpty(scope.spans())) {
                    sink.accept(span(raw, service, host, name));
                }
            }
        }
    }

    private static Span span(RawSpan raw, String service, String host, String scope) {
        if (raw.startTimeUnixNano() <= 0 || raw.endTimeUnixNano() <= 0) {
            throw new IllegalArgumentException("a span has no start or end");
        }
        String status = raw.status() == null ? "" : orEmpty(raw.status().code());
        return new Span(
                TraceId.ofHex(hex(raw.traceId(), 16)),
                HexFormat.fromHexDigitsToLong(hex(raw.spanId(), 8)),
                orEmpty(raw.parentSpanId()).isEmpty() ? 0 : HexFormat.fromHexDigitsToLong(hex(raw.parentSpanId(), 8)),
                service,
                host,
                scope,
                orEmpty(raw.name()),
                kind(orEmpty(raw.kind())),
                raw.startTimeUnixNano(),
                raw.endTimeUnixNano(),
                status.equals("2") || status.equals("STATUS_CODE_ERROR"),
                kept(orEmpty(raw.attributes())));
    }

    /** OTLP/JSON encodes ids in hexadecimal. Tempo encodes them in base64, by protobuf's own JSON mapping. */
    private static String hex(@Nullable String id, int bytes) {
        if (id == null || id.isEmpty()) {
            throw new IllegalArgumentException("a span has no id or no trace id");
        }
        String hex = id.length() == 2 * bytes
                ? id
                : HexFormat.of().formatHex(Base64.getDecoder().decode(id));
        if (hex.length() != 2 * bytes) {
            throw new IllegalArgumentException("an id has " + hex.length() / 2 + " bytes instead of " + bytes);
        }
        return hex;
    }

    private static SpanKind kind(String kind) {
        return switch (kind) {
            case "2", "SPAN_KIND_SERVER" -> SpanKind.SERVER;
            case "3", "SPAN_KIND_CLIENT" -> SpanKind.CLIENT;
            case "4", "SPAN_KIND_PRODUCER" -> SpanKind.PRODUCER;
            case "5", "SPAN_KIND_CONSUMER" -> SpanKind.CONSUMER;
            default -> SpanKind.INTERNAL;
        };
    }

    private static Map<String, String> kept(List<KeyValue> attributes) {
        Map<String, String> kept = new HashMap<>();
        for (KeyValue attribute : attributes) {
            if (attribute.key() != null && attribute.value() != null && KEPT.contains(attribute.key())) {
                String text = attribute.value().text();
                kept.put(attribute.key(), text.substring(0, Math.min(text.length(), MAXIMUM_VALUE_LENGTH)));
            }
        }
        return kept;
    }

    private static Map<String, String> all(List<KeyValue> attributes) {
        Map<String, String> all = new HashMap<>();
        for (KeyValue attribute : attributes) {
            if (attribute.key() != null && attribute.value() != null) {
                all.put(attribute.key(), attribute.value().text());
            }
        }
        return all;
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }

    private static <T> List<T> orEmpty(@Nullable List<T> list) {
        return list == null ? List.of() : list;
    }
}
