package dev.haru.member.profile;

import dev.haru.platform.json.TextFieldDeserializer;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.valueextraction.ExtractedValue;
import jakarta.validation.valueextraction.UnwrapByDefault;
import jakarta.validation.valueextraction.ValueExtractor;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.annotation.JsonDeserialize;

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

    static final class Deserializer extends TextFieldDeserializer<PatchedText> {

        Deserializer() {
            this(null);
        }

        private Deserializer(@Nullable ValueDeserializer<Object> text) {
            super(PatchedText.class, text);
        }

        @Override
        protected Deserializer with(ValueDeserializer<Object> text) {
            return new Deserializer(text);
        }

        @Override
        public PatchedText deserialize(JsonParser parser, DeserializationContext context) {
            return new PatchedText(true, readText(parser, context));
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
