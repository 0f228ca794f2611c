package dev.haru.latency.source;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The used parts of Jaeger's JSON. Times are in microseconds. */
final class JaegerExport {

    private JaegerExport() {}

    record RawSpan(
            @Nullable String traceID,
            @Nullable String spanID,
            @Nullable String parentSpanID,
            @Nullable String operationName,
            @Nullable List<Reference> references,
            long startTime,
            long duration,
            @Nullable List<Tag> tags,
            @Nullable String processID,
            @Nullable Origin process) {}

    record Reference(
            @Nullable String refType,
            @Nullable String traceID,
            @Nullable String spanID) {}

    record Tag(@Nullable String key, @Nullable Object value) {}

    record Origin(@Nullable String serviceName, @Nullable List<Tag> tags) {}
}
