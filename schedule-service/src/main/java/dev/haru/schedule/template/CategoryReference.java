package dev.haru.schedule.template;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.haru.platform.json.TextFieldDeserializer;
import dev.haru.platform.language.Message;
import dev.haru.platform.problem.InvalidRequest;
import dev.haru.schedule.category.Category;
import jakarta.validation.constraints.Size;
import jakarta.validation.valueextraction.ExtractedValue;
import jakarta.validation.valueextraction.UnwrapByDefault;
import jakarta.validation.valueextraction.ValueExtractor;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.annotation.JsonDeserialize;

/**
 * The category in the form of a template: its code, or the object that a response has. The name and the icon of the
 * object are read-only.
 */
@JsonDeserialize(using = CategoryReference.Deserializer.class)
record CategoryReference(
        @JsonValue @Nullable String code,
        @Nullable String name,
        @Nullable String icon) {

    /** Throws the 400 problem if the name or the icon is not one of the category. */
    void requireReadOnlyFieldsOf(Category category) {
        if (name != null && !category.names().containsValue(name)) {
            throw InvalidRequest.field("category.name", Message.of("field.read-only.category-name"));
        }
        if (icon != null && !icon.equals(category.icon())) {
            throw InvalidRequest.field("category.icon", Message.of("field.read-only.category-icon"));
        }
    }

    /** The JSON object of a response. */
    record Described(
            @Size(max = 64) @Nullable String code,
            @Size(max = 200) @Nullable String name,
            @Size(max = 64) @Nullable String icon) {}

    static final class Deserializer extends TextFieldDeserializer<CategoryReference> {

        Deserializer() {
            this(null);
        }

        private Deserializer(@Nullable ValueDeserializer<Object> text) {
            super(CategoryReference.class, text);
        }

        @Override
        protected Deserializer with(ValueDeserializer<Object> text) {
            return new Deserializer(text);
        }

        @Override
        public CategoryReference deserialize(JsonParser parser, DeserializationContext context) {
            if (parser.hasToken(JsonToken.START_OBJECT)) {
                Described described = context.readValue(parser, Described.class);
                return new CategoryReference(described.code(), described.name(), described.icon());
            }
            return new CategoryReference(readText(parser, context), null, null);
        }

        @Override
        public CategoryReference getNullValue(DeserializationContext context) {
            return new CategoryReference(null, null, null);
        }

        @Override
        public CategoryReference getAbsentValue(DeserializationContext context) {
            return getNullValue(context);
        }
    }

    /** Lets Bean Validation constraints check the code. META-INF/services registers this class. */
    @UnwrapByDefault
    public static final class Extractor
            implements ValueExtractor<@ExtractedValue(type = String.class) CategoryReference> {

        @Override
        public void extractValues(CategoryReference category, ValueReceiver receiver) {
            receiver.value(null, category.code);
        }
    }
}
