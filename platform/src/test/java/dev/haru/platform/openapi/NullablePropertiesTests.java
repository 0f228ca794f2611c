package dev.haru.platform.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import io.swagger.v3.core.converter.ModelConverters;
import io.swagger.v3.core.util.Json31;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class NullablePropertiesTests {

    private final JsonNode card;

    NullablePropertiesTests() {
        ModelConverters converters = new ModelConverters(true);
        converters.addConverter(new NullableProperties());
        card = Json31.mapper().valueToTree(converters.readAll(Card.class).get("Card"));
    }

    @Test
    void nullablePropertyHasTypeNull() {
        assertThat(card.at("/properties/note/type")).hasToString("[\"string\",\"null\"]");
        assertThat(card.at("/properties/other_name/type")).hasToString("[\"integer\",\"null\"]");
    }

    @Test
    void nullableReferenceIsAnyOfSchemaAndNull() {
        assertThat(card.at("/properties/category/anyOf"))
                .hasToString("[{\"$ref\":\"#/components/schemas/Category\"},{\"type\":\"null\"}]");
    }

    @Test
    void propertyThatIsNotNullableIsUnchanged() {
        assertThat(card.at("/properties/title/type")).hasToString("\"string\"");
        assertThat(card.at("/properties/home/$ref")).hasToString("\"#/components/schemas/Category\"");
    }

    record Card(
            String title,
            @Nullable String note,
            @JsonProperty("other_name") @Nullable Integer number,
            Category home,
            @Nullable Category category) {}

    record Category(String code) {}
}
