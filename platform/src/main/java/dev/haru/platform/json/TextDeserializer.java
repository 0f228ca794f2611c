package dev.haru.platform.json;

import dev.haru.platform.problem.TooLarge;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.std.StdScalarDeserializer;

/**
 * Reads text that PostgreSQL can store: no NUL, and no half of a surrogate pair. Accepts JSON strings only. Checks the
 * limit of the field's {@code @Size} here, before a validator matches a pattern against the text or normalises it.
 */
final class TextDeserializer extends StdScalarDeserializer<String> {

    private final @Nullable SizeLimit limit;

    TextDeserializer() {
        this(null);
    }

    private TextDeserializer(@Nullable SizeLimit limit) {
        super(String.class);
        this.limit = limit;
    }

    @Override
    public ValueDeserializer<?> createContextual(DeserializationContext context, @Nullable BeanProperty property) {
        // The limit of an array counts its elements, not their characters.
        return property == null || property.getType().isContainerType()
                ? this
                : new TextDeserializer(SizeLimit.of(property).orElse(null));
    }

    @Override
    public @Nullable String deserialize(JsonParser parser, DeserializationContext context) {
        if (!parser.hasToken(JsonToken.VALUE_STRING)) {
            return (String) context.handleUnexpectedToken(String.class, parser);
        }
        String text = parser.getString();
        if (limit != null && limit.isExceededBy(text)) {
            throw new TooLarge(parser, limit.message());
        }
        if (!isStorable(text)) {
            return (String) context.handleWeirdStringValue(String.class, "", "not storable");
        }
        return text;
    }

    private static boolean isStorable(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == 0 || Character.isLowSurrogate(c)) {
                return false;
            }
            if (Character.isHighSurrogate(c)) {
                i++;
                if (i == text.length() || !Character.isLowSurrogate(text.charAt(i))) {
                    return false;
                }
            }
        }
        return true;
    }
}
