package dev.haru.latency.source;

import com.fasterxml.jackson.annotation.JsonAlias;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The used parts of an ExportTraceServiceRequest in OTLP/JSON (opentelemetry-proto, docs/specification, "JSON Protobuf
 * Encoding"). It also accepts a single ResourceSpans, as the Java agent's logging-otlp exporter writes it. A response
 * of Tempo has the request under {@code trace}.
 */
record OtlpExport(
        @JsonAlias("batches") @Nullable List<ResourceSpans> resourceSpans,
        @Nullable OtlpExport trace,
        @Nullable Resource resource,
        @Nullable List<ScopeSpans> scopeSpans) {

    /** The resource spans. Empty for a trace that Tempo no longer has. Null if the JSON is something else. */
    @Nullable List<ResourceSpans> content() {
        if (trace != null) {
            return Objects.requireNonNullElse(trace.content(), List.of());
        }
        if (scopeSpans != null) {
            return List.of(new ResourceSpans(resource, scopeSpans));
        }
        return resourceSpans;
    }

    record ResourceSpans(
            @Nullable Resource resource, @Nullable List<ScopeSpans> scopeSpans) {}

    record Resource(@Nullable List<KeyValue> attributes) {}

    record ScopeSpans(@Nullable Scope scope, @Nullable List<RawSpan> spans) {}

    record Scope(@Nullable String name) {}

    record RawSpan(
            @Nullable String traceId,
            @Nullable String spanId,
            @Nullable String parentSpanId,
            @Nullable String name,
            @Nullable String kind,
            long startTimeUnixNano,
            long endTimeUnixNano,
            @Nullable List<KeyValue> attributes,
            @Nullable Status status) {}

    record Status(@Nullable String code) {}

    record KeyValue(@Nullable String key, @Nullable Value value) {}

    record Value(
            @Nullable String stringValue,
            @Nullable String intValue,
            @Nullable String boolValue,
            @Nullable String doubleValue) {

        String text() {
            for (String text : new @Nullable String[] {stringValue, intValue, boolValue, doubleValue}) {
                if (text != null) {
                    return text;
                }
            }
            return "";
        }
    }
}
