package dev.haru.latency.source;

import dev.haru.latency.trace.RejectionThreshold;
import dev.haru.latency.trace.Span;
import dev.haru.latency.trace.SpanKind;
import dev.haru.latency.trace.TraceId;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Converts OTLP/JSON to spans. Keeps only the attributes that the tool uses.
 *
 * <p>Longer than 120 lines because it reads every part of the format that a span needs.
 */
final class OtlpSpans {

    /** A map, so that each attribute of each span has the same name object. */
    private static final Map<String, String> KEPT = byName(
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
            "db.query.summary",
            RejectionThreshold.ATTRIBUTE,
            "tailsampling.policy",
            "sampler.type",
            "sampler.param",
            "http.response.header.server-timing",
            "http.response.header.server_timing");

    private static final Map<String, String> USED =
            byName(Stream.concat(KEPT.keySet().stream(), Stream.of(ServerAttributes.OF_SPAN))
                    .distinct()
                    .toArray(String[]::new));

    private static final int MAXIMUM_VALUE_LENGTH = 4_000;

    private OtlpSpans() {}

    /**
     * Converts a span of a resource with these attributes. Throws IllegalArgumentException with the reason for a span
     * without ids or times.
     */
    static Span span(RawSpan raw, Map<String, String> origin, OtlpScope scope) {
        if (raw.start() <= 0 || raw.end() <= 0) {
            throw new IllegalArgumentException("a span has no start or end");
        }
        if (Math.max(raw.start(), raw.end()) > Ids.MAXIMUM_NANOS) {
            throw new IllegalArgumentException("a span begins or ends after the year 2115");
        }
        String service = origin.getOrDefault("service.name", "unknown");
        String instance = origin.getOrDefault("service.instance.id", service);
        SpanKind kind = kind(enumeration(raw.kind(), "SPAN_KIND_"));
        String status = enumeration(raw.status(), "STATUS_CODE_");
        return new Span(
                TraceId.ofHex(hex(raw.traceId(), 16)),
                HexFormat.fromHexDigitsToLong(hex(raw.id(), 8)),
                orEmpty(raw.parentId()).isEmpty() ? 0 : HexFormat.fromHexDigitsToLong(hex(raw.parentId(), 8)),
                service,
                origin.getOrDefault("host.name", instance),
                orEmpty(scope.name()),
                orEmpty(raw.name()),
                kind,
                raw.start(),
                raw.end(),
                status.equals("2") || status.equals("ERROR"),
                kept(raw, kind, origin, scope));
    }

    /** OTLP/JSON encodes ids in hexadecimal. Tempo encodes them in base64, by protobuf's own JSON mapping. */
    private static String hex(@Nullable String id, int bytes) {
        if (id == null || id.isEmpty()) {
            throw new IllegalArgumentException("a span has no id or no trace id");
        }
        String hex = id.length() == 2 * bytes
                ? id
                : HexFormat.of()
                        .formatHex(
                                Base64.getDecoder().decode(id.replace('-', '+').replace('_', '/')));
        if (hex.length() != 2 * bytes) {
            throw new IllegalArgumentException("an id has " + hex.length() / 2 + " bytes instead of " + bytes);
        }
        return hex;
    }

    /** The number or the name of a value, without the prefix that protobuf gives to names. */
    private static String enumeration(@Nullable String value, String prefix) {
        String name = orEmpty(value).toUpperCase(Locale.ROOT);
        return name.startsWith(prefix) ? name.substring(prefix.length()) : name;
    }

    /** The kind with this number or name. */
    static SpanKind kind(String kind) {
        return switch (kind) {
            case "2", "SERVER" -> SpanKind.SERVER;
            case "3", "CLIENT" -> SpanKind.CLIENT;
            case "4", "PRODUCER" -> SpanKind.PRODUCER;
            case "5", "CONSUMER" -> SpanKind.CONSUMER;
            default -> SpanKind.INTERNAL;
        };
    }

    private static Map<String, String> kept(RawSpan raw, SpanKind kind, Map<String, String> origin, OtlpScope scope) {
        Map<String, String> kept = new HashMap<>();
        scope.attributes().forEach((key, text) -> keep(kept, key, text));
        raw.attributes().forEach((key, text) -> keep(kept, key, text));
        if (raw.traceState() != null) {
            keep(kept, RejectionThreshold.ATTRIBUTE, raw.traceState());
        }
        if (kind == SpanKind.SERVER) {
            kept.putAll(ServerAttributes.of(origin, raw.attributes()));
        }
        return kept;
    }

    /** The name of an attribute of a span, or null if the tool does not use this attribute. */
    static @Nullable String used(String name) {
        return USED.get(name);
    }

    /** Adds an attribute if the tool uses it. Of a tracestate, only a valid threshold is used. */
    static void keep(Map<String, String> kept, String key, String text) {
        if (key.equals(RejectionThreshold.ATTRIBUTE)) {
            RejectionThreshold.in(bounded(text)).ifPresent(threshold -> kept.put(key, threshold.tracestate()));
        } else {
            String name = KEPT.get(key);
            if (name != null) {
                kept.put(name, bounded(text));
            }
        }
    }

    static String bounded(String text) {
        return text.substring(0, Math.min(text.length(), MAXIMUM_VALUE_LENGTH));
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }

    private static Map<String, String> byName(String... names) {
        return Stream.of(names).collect(Collectors.toMap(name -> name, name -> name));
    }
}
