package dev.haru.latency.source;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * The ResourceSpans that the reader is in. It binds and passes one span at a time, because a trace may have 100,000
 * spans. The fields of a JSON object have no order, so spans before their resource or scope wait for it.
 */
final class OtlpResource {

    private final SpanSink sink;
    private final List<Waiting> waiting = new ArrayList<>();
    private final Map<String, String> origin = new HashMap<>();
    private List<RawSpan> early = List.of();
    private boolean hasResource;
    private boolean isInSpan;

    OtlpResource(SpanSink sink) {
        this.sink = sink;
    }

    void resource(JsonParser parser) {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            parser.skipChildren();
            return;
        }
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String field = parser.currentName();
            parser.nextToken();
            if (field.equals("attributes")) {
                origin.putAll(OtlpAttributes.read(parser, name -> name));
            } else {
                parser.skipChildren();
            }
        }
        hasResource = true;
    }

    /** Reads an array of ScopeSpans. */
    void scopes(JsonParser parser) {
        TraceReader.requiredObjects(parser, "scopeSpans", () -> scope(parser));
    }

    /** Passes the spans that came before their resource. */
    void finish() {
        waiting.forEach(span -> pass(span.raw(), span.scope()));
    }

    /** The number of spans that were read in part, or wait for their resource or scope. */
    int incomplete() {
        return waiting.size() + early.size() + (isInSpan ? 1 : 0);
    }

    private void scope(JsonParser parser) {
        early = new ArrayList<>();
        List<String> unknown = new ArrayList<>();
        boolean hasSpans = false;
        @Nullable OtlpScope scope = null;
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String field = parser.currentName();
            JsonToken value = parser.nextToken();
            if (field.equals("spans")) {
                Consumer<RawSpan> to = scope == null ? early::add : pass(scope);
                TraceReader.requiredObjects(parser, field, () -> to.accept(read(parser)));
                hasSpans = true;
            } else if ((field.equals("scope") || field.equals("instrumentationLibrary"))
                    && value == JsonToken.START_OBJECT) {
                scope = OtlpScope.read(parser);
            } else if (field.equals("schemaUrl") || field.equals("schema_url") || value == JsonToken.VALUE_NULL) {
                parser.skipChildren();
            } else {
                unknown.add(field);
                parser.skipChildren();
            }
        }
        if (!hasSpans && !unknown.isEmpty()) {
            throw new IllegalArgumentException("a scope has no spans, but the keys " + TraceReader.names(unknown));
        }
        early.forEach(pass(scope == null ? OtlpScope.NONE : scope));
        early = List.of();
    }

    private RawSpan read(JsonParser parser) {
        isInSpan = true;
        RawSpan span = RawSpan.read(parser);
        isInSpan = false;
        return span;
    }

    private Consumer<RawSpan> pass(OtlpScope scope) {
        return hasResource ? raw -> pass(raw, scope) : raw -> waiting.add(new Waiting(raw, scope));
    }

    private void pass(RawSpan raw, OtlpScope scope) {
        if (raw.isUnfinished()) {
            sink.drop(DropReason.UNFINISHED, 1);
        } else {
            sink.accept(OtlpSpans.span(raw, origin, scope));
        }
    }

    private record Waiting(RawSpan raw, OtlpScope scope) {}
}
