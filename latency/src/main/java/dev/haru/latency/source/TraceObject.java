package dev.haru.latency.source;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.node.ObjectNode;

/**
 * The JSON object that the reader is in. The names of its fields decide which format it has, so a file needs no option.
 *
 * <p>Longer than 120 lines because it lists the fields of all formats.
 */
final class TraceObject {

    private static final Set<String> ZIPKIN = Set.of(
            "traceId",
            "id",
            "parentId",
            "name",
            "kind",
            "timestamp",
            "duration",
            "localEndpoint",
            "remoteEndpoint",
            "shared",
            "tags");

    private final JsonParser parser;
    private final SpanSink sink;
    private final BooleanSupplier value;
    private @Nullable OtlpResource otlp;
    private @Nullable JaegerTrace jaeger;
    private @Nullable ObjectNode zipkin;
    private boolean known;
    private boolean isUnknownInside;
    private final List<String> unknownFields = new ArrayList<>();

    /** {@code value} reads the value at which the parser is, and returns whether it can contain traces. */
    TraceObject(JsonParser parser, SpanSink sink, BooleanSupplier value) {
        this.parser = parser;
        this.sink = sink;
        this.value = value;
    }

    /** Reads the field at whose name the parser is. */
    void readField() {
        String field = parser.currentName();
        parser.nextToken();
        switch (field) {
            // A response of Tempo has the request under "trace", a response of Jaeger's API v3 under "result".
            // The value is an empty object, or null, if the trace no longer exists.
            case "resourceSpans", "resource_spans", "batches", "trace", "result" -> {
                known = true;
                isUnknownInside |= parser.currentToken() != JsonToken.VALUE_NULL && !value.getAsBoolean();
            }
            case "data" -> known |= parser.currentToken() == JsonToken.VALUE_NULL || value.getAsBoolean();
            case "resource" -> otlp().resource(parser);
            case "scopeSpans", "scope_spans", "instrumentationLibrarySpans" -> {
                known = true;
                otlp().scopes(parser);
            }
            case "spans" -> {
                known = true;
                jaeger().spans(parser);
            }
            case "processes" -> jaeger().processes(parser);
            case "schemaUrl", "schema_url" -> parser.skipChildren();
            default -> {
                if (ZIPKIN.contains(field)) {
                    zipkin = zipkin == null ? TraceReader.JSON.createObjectNode() : zipkin;
                    zipkin.set(field, TraceReader.JSON.readTree(parser));
                } else {
                    unknownFields.add(field);
                    parser.skipChildren();
                }
            }
        }
    }

    /** Passes the spans that waited for the end of the object. Returns whether the object can contain traces. */
    boolean finish() {
        if (otlp != null) {
            otlp.finish();
        }
        if (jaeger != null) {
            jaeger.pass(sink);
        }
        if (zipkin != null && zipkin.has("traceId") && zipkin.has("id")) {
            sink.accept(ZipkinSpan.of(zipkin));
            return true;
        }
        return known && !isUnknownInside;
    }

    /** Whether the object has only fields that say nothing about spans, as the ResourceSpans of no spans have. */
    boolean isEmpty() {
        return unknownFields.isEmpty() && !isUnknownInside && zipkin == null && jaeger == null;
    }

    /** The names of all fields that are in no format, or in another one. */
    List<String> unknownFields() {
        List<String> fields = new ArrayList<>(unknownFields);
        if (zipkin != null) {
            fields.addAll(zipkin.propertyNames());
        }
        return fields;
    }

    /** Counts the spans that waited for the end of the object, because the file ends before it. */
    void dropIncomplete() {
        if (otlp != null) {
            sink.drop(DropReason.CUT_OFF, otlp.incomplete());
        }
        if (jaeger != null) {
            sink.drop(DropReason.CUT_OFF, jaeger.passComplete(sink));
        }
        if (zipkin != null) {
            sink.drop(DropReason.CUT_OFF, 1);
        }
    }

    private OtlpResource otlp() {
        if (otlp == null) {
            otlp = new OtlpResource(sink);
        }
        return otlp;
    }

    private JaegerTrace jaeger() {
        if (jaeger == null) {
            jaeger = new JaegerTrace();
        }
        return jaeger;
    }
}
