package dev.haru.platform.json;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.deser.std.StdScalarDeserializer;

/** Reads an instant from ISO 8601 text with an offset. Refuses a number, which could mean seconds or milliseconds. */
final class InstantDeserializer extends StdScalarDeserializer<Instant> {

    /** The longest valid text: a year of nine digits, nanoseconds, and an offset with seconds. */
    private static final int LONGEST = "+999999999-12-31T23:59:59.999999999+18:00:00".length();

    InstantDeserializer() {
        super(Instant.class);
    }

    @Override
    public @Nullable Instant deserialize(JsonParser parser, DeserializationContext context) {
        if (!parser.hasToken(JsonToken.VALUE_STRING)) {
            return (Instant) context.handleUnexpectedToken(Instant.class, parser);
        }
        String text = parser.getString();
        if (text.length() > LONGEST) {
            return (Instant) context.handleWeirdStringValue(Instant.class, "", "too long for an instant");
        }
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException notAnInstant) {
            return (Instant) context.handleWeirdStringValue(Instant.class, text, "not an ISO 8601 instant");
        }
    }
}
