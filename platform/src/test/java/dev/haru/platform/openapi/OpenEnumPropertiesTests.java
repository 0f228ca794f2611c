package dev.haru.platform.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.haru.platform.code.Coded;
import dev.haru.platform.code.OpenEnum;
import io.swagger.v3.core.converter.ModelConverters;
import io.swagger.v3.core.util.Json31;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class OpenEnumPropertiesTests {

    private static final String NOTICE = "Later versions may add values, so a client needs a default.";

    private final JsonNode properties;

    OpenEnumPropertiesTests() {
        ModelConverters converters = new ModelConverters(true);
        converters.addConverter(new OpenEnumProperties());
        properties = Json31.mapper()
                .valueToTree(converters.readAll(Deck.class).get("Card"))
                .path("properties");
    }

    @Test
    void textListsItsKnownValues() {
        assertThat(properties.at("/suit/x-extensible-enum")).hasToString("[\"hearts\",\"spades\"]");
        assertThat(properties.at("/suit").has("enum")).isFalse();
        assertThat(properties.at("/suit/description").asText()).isEqualTo("The suit. " + NOTICE);
    }

    @Test
    void itemsOfAListAreOpen() {
        assertThat(properties.at("/others/items/x-extensible-enum")).hasToString("[\"spades\"]");
        assertThat(properties.at("/others/items/description").asText()).isEqualTo(NOTICE);
        assertThat(properties.at("/others").has("description")).isFalse();
    }

    @Test
    void textWithoutTheAnnotationIsUnchanged() {
        assertThat(properties.at("/name").has("x-extensible-enum")).isFalse();
    }

    record Deck(Card first, Card last) {}

    record Card(
            String name,

            @OpenEnum(Suit.class) @Schema(description = "The suit")
            String suit,

            @OpenEnum(value = Suit.class, except = "hearts") List<String> others) {}

    enum Suit implements Coded {
        HEARTS,
        SPADES;

        @Override
        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
