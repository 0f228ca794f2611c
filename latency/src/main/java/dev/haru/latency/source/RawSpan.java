package dev.haru.latency.source;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * The used fields of a span in OTLP/JSON, as the file has them.
 *
 * @param start nanoseconds since 1970, 0 if the span has no start
 * @param end nanoseconds since 1970, 0 if the span has no end
 * @param attributes those that the tool uses
 */
record RawSpan(
        @Nullable String traceId,
        @Nullable String id,
        @Nullable String parentId,
        @Nullable String traceState,
        @Nullable String name,
        @Nullable String kind,
        long start,
        long end,
        @Nullable String status,
        Map<String, String> attributes) {

    /** Reads the object at which the parser is. */
    static RawSpan read(JsonParser parser) {
        @Nullable String traceId = null;
        @Nullable String id = null;
        @Nullable String parentId = null;
        @Nullable String traceState = null;
        @Nullable String name = null;
        @Nullable String kind = null;
        long start = 0;
        long end = 0;
        @Nullable String status = null;
        Map<String, String> attributes = new HashMap<>();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String field = parser.currentName();
            parser.nextToken();
            switch (field) {
                case "traceId", "trace_id" -> traceId = OtlpScalars.text(parser);
                case "spanId", "span_id" -> id = OtlpScalars.text(parser);
                case "parentSpanId", "parent_span_id" -> parentId = OtlpScalars.text(parser);
                case "traceState", "trace_state" -> traceState = OtlpScalars.text(parser);
                case "name" -> name = OtlpScalars.text(parser);
                case "kind" -> kind = OtlpScalars.text(parser);
                case "startTimeUnixNano", "start_time_unix_nano" -> start = OtlpScalars.integer(parser);
                case "endTimeUnixNano", "end_time_unix_nano" -> end = OtlpScalars.integer(parser);
                case "attributes" -> attributes = OtlpAttributes.read(parser, OtlpSpans::used);
                case "status" -> status = code(parser);
                default -> parser.skipChildren();
            }
        }
        return new RawSpan(traceId, id, parentId, traceState, name, kind, start, end, status, attributes);
    }

    /** Whether an exporter wrote the span before its end. */
    boolean isUnfinished() {
        return start > 0 && end == 0;
    }

    private static @Nullable String code(JsonParser parser) {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            parser.skipChildren();
            return null;
        }
        @Nullable String code = null;
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String field = parser.currentName();
            parser.nextToken();
            if (field.equals("code")) {
                code = OtlpScalars.text(parser);
            } else {
                parser.skipChildren();
            }
        }
        return code;
    }
}
