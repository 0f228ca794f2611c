package dev.haru.platform.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import io.swagger.v3.core.converter.ModelConverters;
import io.swagger.v3.core.util.Json31;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class NullablePropertiesTests {

    private final JsonNode card;
    private final JsonNode change;

    NullablePropertiesTests() {
        ModelConverters converters = new ModelConverters(true);
        converters.addConverter(new NullableProperties());
        card = Json31.mapper().valueToTree(converters.readAll(Card.class).get("Card"));
        change = Json31.mapper().valueToTree(converters.readAll(Change.class).get("Change"));
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

    @Test
    void propertyThatIsOmittedWhenNullIsOptional() {
        assertThat(card.at("/properties/remark/type")).hasToString("\"string\"");
        assertThat(card.at("/properties/remark/x-optional").asBoolean()).isTrue();
        assertThat(change.at("/properties/title/type")).hasToString("\"string\"");
        assertThat(change.at("/properties/title/x-optional").asBoolean()).isTrue();
    }

    @Test
    void optionalPropertyThatDeclaresNullIsBoth() {
        assertThat(change.at("/properties/category/anyOf"))
                .hasToString("[{\"$ref\":\"#/components/schemas/Category\"},{\"type\":\"null\"}]");
        assertThat(change.at("/properties/category/description").asText()).isEqualTo("null removes it");
        assertThat(change.at("/properties/category/x-optional").asBoolean()).isTrue();
        assertThat(change.at("/properties/note/type")).hasToString("[\"string\",\"null\"]");
    }

    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Change(
            @Nullable String title,

            @Schema(
                    implementation = String.class,
                    types = {"string", "null"})
            @Nullable Object note,

            @Schema(
                    implementation = Category.class,
                    types = {"object", "null"},
                    description = "null removes it")
            @Nullable Object category) {}

    record Card(
            String title,
            @Nullable String note,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String remark,

            @JsonProperty("other_name") @Nullable Integer number,
            Category home,
            @Nullable Category category) {}

    record Category(String code) {}
}
