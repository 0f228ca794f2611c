package dev.haru.platform.json;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.std.StdDeserializer;

/**
 * Reads a type that wraps a text. It uses the text deserializer of the annotated field, so that the length limit of the
 * field applies before the text is complete.
 *
 * @param <T> the type
 */
public abstract class TextFieldDeserializer<T> extends StdDeserializer<T> {

    private final @Nullable ValueDeserializer<Object> text;

    /** Creates the deserializer of this type, without a text deserializer until a field is known. */
    protected TextFieldDeserializer(Class<T> type, @Nullable ValueDeserializer<Object> text) {
        super(type);
        this.text = text;
    }

    /** Returns this deserializer with the text deserializer of a field. */
    protected abstract TextFieldDeserializer<T> with(ValueDeserializer<Object> text);

    @Override
    public final ValueDeserializer<?> createContextual(
            DeserializationContext context, @Nullable BeanProperty property) {
        return with(context.findContextualValueDeserializer(context.constructType(String.class), property));
    }

    /** Reads the text. */
    protected final String readText(JsonParser parser, DeserializationContext context) {
        return (String) Objects.requireNonNull(text).deserialize(parser, context);
    }
}
