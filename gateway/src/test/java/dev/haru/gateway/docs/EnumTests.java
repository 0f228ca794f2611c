package dev.haru.gateway.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.swagger.v3.core.util.Json31;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Checks that the document of the whole API lists the values of texts that have a fixed set of values. */
class EnumTests {

    private static final String OPEN = "x-extensible-enum";

    /** The names of fields and parameters that have a set of values wherever they occur. */
    private static final Set<String> NAMES = Set.of(
            "act",
            "action",
            "algorithm",
            "factors",
            "kind",
            "order",
            "outcome",
            "range",
            "role",
            "scopes",
            "status",
            "timeForm",
            "tokenType",
            "transparency");

    private final JsonNode api;

    EnumTests() throws IOException {
        api = Json31.mapper().readTree(Path.of("..", "docs", "api", "haru.json").toFile());
    }

    @Test
    void textsWithASetOfValuesListThem() {
        List<String> without = new ArrayList<>();
        texts().forEach((place, text) -> {
            if (!text.has("enum") && !text.has(OPEN)) {
                without.add(place);
            }
        });
        assertThat(without).isEmpty();
    }

    /** Otherwise, a strict client could not send back what it has read. */
    @Test
    void requestHasTheEnumsOfTheResponse() {
        List<String> different = new ArrayList<>();
        api.path("paths").forEach(path -> {
            JsonNode response = schema(path.at("/get/responses/200"));
            List.of("put", "patch").forEach(method -> {
                JsonNode request = schema(path.at("/" + method + "/requestBody"));
                request.path("properties").properties().forEach(field -> {
                    JsonNode read = response.path("properties").path(field.getKey());
                    if (!read.isMissingNode() && !values(read).equals(values(field.getValue()))) {
                        different.add(path.at("/" + method + "/operationId").asText() + "." + field.getKey());
                    }
                });
            });
        });
        assertThat(different).isEmpty();
    }

    /** Returns the fields and parameters with these names; of a list, its items. */
    private TreeMap<String, JsonNode> texts() {
        TreeMap<String, JsonNode> found = new TreeMap<>();
        api.at("/components/schemas")
                .properties()
                .forEach(schema -> schema.getValue()
                        .path("properties")
                        .properties()
                        .forEach(field ->
                                add(found, schema.getKey() + "." + field.getKey(), field.getKey(), field.getValue())));
        api.findValues("parameters")
                .forEach(parameters -> parameters.forEach(parameter -> {
                    String name = parameter.path("name").asText();
                    add(found, "parameter " + name, name, parameter.path("schema"));
                }));
        return found;
    }

    private static void add(TreeMap<String, JsonNode> found, String place, String name, JsonNode schema) {
        JsonNode text = schema.has("items") ? schema.path("items") : schema;
        if (NAMES.contains(name) && text.path("type").toString().contains("string")) {
            found.put(place, text);
        }
    }

    /** Returns the schema of a JSON body, or an empty node. */
    private JsonNode schema(JsonNode body) {
        for (JsonNode media : body.path("content")) {
            String reference = media.at("/schema/$ref").asText();
            if (!reference.isEmpty()) {
                return api.at(reference.substring(1));
            }
        }
        return api.path("none");
    }

    private static Set<String> values(JsonNode schema) {
        Set<String> values = new TreeSet<>();
        schema.path("enum").forEach(value -> {
            if (!value.isNull()) {
                values.add(value.asText());
            }
        });
        schema.path(OPEN).forEach(value -> values.add("open: " + value.asText()));
        return values;
    }
}
