package dev.haru.latency.source;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * The used fields of an InstrumentationScope in OTLP/JSON.
 *
 * @param attributes those that the tool uses
 */
record OtlpScope(@Nullable String name, Map<String, String> attributes) {

    static final OtlpScope NONE = new OtlpScope(null, Map.of());

    /** Reads the object at which the parser is. */
    static OtlpScope read(JsonParser parser) {
        @Nullable String name = null;
        Map<String, String> attributes = Map.of();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String field = parser.currentName();
            parser.nextToken();
            switch (field) {
                case "name" -> name = OtlpScalars.text(parser);
                case "attributes" -> attributes = OtlpAttributes.read(parser, OtlpSpans::used);
                default -> parser.skipChildren();
            }
        }
        return new OtlpScope(name, attributes);
    }
}
