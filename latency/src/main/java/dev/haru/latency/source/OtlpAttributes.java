package dev.haru.latency.source;

import java.util.HashMap;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.StreamReadException;

/**
 * Reads the attributes of OTLP/JSON (opentelemetry-proto, docs/specification, "JSON Protobuf Encoding") from a parser,
 * without binding, which takes most of the processor time of large files. The protobuf mapping also permits the
 * original names of the fields, such as {@code string_value}.
 */
final class OtlpAttributes {

    private OtlpAttributes() {}

    /**
     * Reads a list of KeyValue. {@code kept} returns the name under which an attribute is kept, or null for an
     * attribute that is not used, whose value is not read.
     */
    static Map<String, String> read(JsonParser parser, Function<String, @Nullable String> kept) {
        Map<String, String> attributes = new HashMap<>();
        TraceReader.objects(parser, () -> attribute(parser, kept, attributes));
        return attributes;
    }

    private static void attribute(
            JsonParser parser, Function<String, @Nullable String> kept, Map<String, String> attributes) {
        @Nullable String key = null;
        @Nullable String value = null;
        boolean hasKey = false;
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String field = parser.currentName();
            parser.nextToken();
            switch (field) {
                case "key" -> {
                    String name = OtlpScalars.text(parser);
                    key = name == null ? null : kept.apply(name);
                    hasKey = true;
                }
                case "value" -> {
                    if (hasKey && key == null) {
                        parser.skipChildren();
                    } else {
                        value = anyValue(parser);
                    }
                }
                default -> parser.skipChildren();
            }
        }
        if (key != null && value != null) {
            attributes.put(key, OtlpSpans.bounded(value));
        }
    }

    /** The text of an AnyValue: of a list, the texts of its values. Empty for another value. Null for null. */
    private static @Nullable String anyValue(JsonParser parser) {
        if (parser.currentToken() == JsonToken.VALUE_NULL) {
            return null;
        }
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            throw new StreamReadException(parser, "the value of an attribute is not an object");
        }
        @Nullable String found = null;
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String field = parser.currentName();
            parser.nextToken();
            @Nullable String text = switch (field) {
                case "stringValue", "string_value", "intValue", "int_value" -> OtlpScalars.text(parser);
                case "boolValue", "bool_value", "doubleValue", "double_value" -> OtlpScalars.text(parser);
                case "arrayValue", "array_value" -> list(parser);
                default -> {
                    parser.skipChildren();
                    yield null;
                }
            };
            found = found == null ? text : found;
        }
        return found == null ? "" : found;
    }

    private static @Nullable String list(JsonParser parser) {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            parser.skipChildren();
            return null;
        }
        StringJoiner texts = new StringJoiner(", ");
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String field = parser.currentName();
            if (parser.nextToken() == JsonToken.START_ARRAY && field.equals("values")) {
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    String text = anyValue(parser);
                    if (text != null) {
                        texts.add(text);
                    }
                }
            } else {
                parser.skipChildren();
            }
        }
        return texts.toString();
    }
}
