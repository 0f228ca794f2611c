package dev.haru.systemtests.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The examples of the API document exist and have the properties of their schemas. */
class ExampleTests {

    private final ApiDescription api = ApiDescription.read();

    @Test
    void everyBodyHasAnExample() {
        assertThat(api.operations())
                .allSatisfy(operation -> assertThat(bodies(operation))
                        .as(operation.id())
                        .allSatisfy(body -> assertThat(api.examples(body)).isNotEmpty()));
    }

    @Test
    void everyPathAndQueryParameterHasAnExample() {
        assertThat(api.operations())
                .allSatisfy(operation -> assertThat(operation.parameters())
                        .as(operation.id())
                        .filteredOn(parameter -> !parameter.isInHeader())
                        .allSatisfy(parameter -> assertThat(parameter.example())
                                .as(parameter.name())
                                .isNotEmpty()));
    }

    @Test
    void exampleHasThePropertiesOfItsSchema() {
        api.operations()
                .forEach(operation -> bodies(operation)
                        .forEach(body -> api.examples(body)
                                .forEach(example -> check(operation.id(), body.path("schema"), example))));
    }

    private void check(String place, JsonNode schemaOrReference, JsonNode example) {
        JsonNode schema = api.resolve(schemaOrReference);
        if (schema.has("anyOf")) {
            // The alternatives of a nullable object are its schema and null.
            schema = api.resolve(schema.path("anyOf").path(0));
        }
        if (example.isObject()) {
            List<String> required = schema.path("required")
                    .valueStream()
                    .map(JsonNode::asString)
                    .toList();
            assertThat(example.propertyNames())
                    .as(place)
                    .containsAll(required)
                    .isSubsetOf(schema.path("properties").propertyNames());
            for (Map.Entry<String, JsonNode> property : example.properties()) {
                JsonNode propertySchema = schema.path("properties").path(property.getKey());
                check(place + "." + property.getKey(), propertySchema, property.getValue());
            }
        } else if (example.isArray()) {
            for (JsonNode item : example) {
                check(place + "[]", schema.path("items"), item);
            }
        }
    }

    private static List<JsonNode> bodies(ApiDescription.Operation operation) {
        return Stream.concat(
                        operation.requestBodies().stream().map(Map.Entry::getValue),
                        operation.responseBodies().stream())
                .toList();
    }
}
