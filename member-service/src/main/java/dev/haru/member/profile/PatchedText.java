package dev.haru.member.profile;

import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.valueextraction.ExtractedValue;
import jakarta.validation.valueextraction.UnwrapByDefault;
import jakarta.validation.valueextraction.ValueExtractor;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.deser.std.StdDeserializer;

/**
 * Text in a merge patch (<a href="https://www.rfc-editor.org/rfc/rfc7396">RFC 7396</a>). An {@code Optional} cannot
 * distinguish an absent field from a field that is null.
 *
 * @param mentioned whether the patch contains the field
 * @param text the new value; null removes the value
 */
@Schema(implementation = String.class)
@JsonDeserialize(using = PatchedText.Deserializer.class)
record PatchedText(boolean mentioned, @Nullable String text) {

    @Nullable String or(@Nullable String current) {
        return mentioned ? text : current;
    }

    static final class Deserializer extends StdDeserializer<PatchedText> {

        private final @Nullable ValueDeserializer<Object> text;

        Deserializer() {
            this(null);
        }

        private Deserializer(@Nullable ValueDeserializer<Object> text) {
            super(PatchedText.class);
            this.text = text;
        }

        /** Uses the deserializer of the annotated field, so that the length limit of the field applies. */
        @Override
        public ValueDeserializer<?> createContextual(DeserializationContext context, @Nullable BeanProperty property) {
            return new Deserializer(
                    context.findContextualValueDeserializer(context.constructType(String.class), property));
        }

        @Override
        public PatchedText deserialize(JsonParser parser, DeserializationContext context) {
            return new PatchedText(true, (String) Objects.requireNonNull(text).deserialize(parser, context));
        }

        @Override
        public PatchedText getNullValue(DeserializationContext context) {
            return new PatchedText(true, null);
        }

        @Override
        public PatchedText getAbsentValue(DeserializationContext context) {
            return new PatchedText(false, null);
        }
    }

    /**
     * Lets Bean Validation constraints check the text if the patch contains the field. META-INF/services registers this
     * class.
     */
    @UnwrapByDefault
    public static final class Extractor implements ValueExtractor<@ExtractedValue(type = String.class) PatchedText> {

        @Override
        public void extractValues(PatchedText patched, ValueReceiver receiver) {
            if (patched.mentioned) {
                receiver.value(null, patched.text);
            }
        }
    }
}
