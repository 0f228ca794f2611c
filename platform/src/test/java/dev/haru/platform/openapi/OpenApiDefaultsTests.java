package dev.haru.platform.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.haru.platform.security.PublicEndpoints;
import io.swagger.v3.core.util.Json31;
import io.swagger.v3.oas.models.OpenAPI;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class OpenApiDefaultsTests {

    private static final Pattern ERROR_ROW = Pattern.compile("^\\| \\d{3} \\| (.+?) \\|");
    private static final Pattern CODE = Pattern.compile("`([a-z-]+)`");

    private final JsonNode document = document("""
            {"openapi": "3.1.0", "info": {}, "paths": {
              "/v1/things/{id}": {
                "get": {"parameters": [{"name": "id", "in": "path", "required": true,
                                        "schema": {"type": "string", "format": "uuid"}}],
                        "responses": {"200": {"description": "It", "headers": {"ETag": {"description": "The version"}},
                          "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Thing"}}}}}},
                "put": {"parameters": [{"name": "If-Match", "in": "header", "schema": {"type": "string"}}],
                        "requestBody": {"content": {"application/json": {
                          "schema": {"$ref": "#/components/schemas/ThingForm"}}}},
                        "responses": {"204": {"description": "Replaced"},
                                      "428": {"description": "`precondition-required`"}}}},
              "/v1/things": {"delete": {"description": "Deletes.", "x-scope": "session",
                                        "responses": {"204": {"description": "Deleted"},
                                                      "403": {"description": "`confirmation-required`"}}},
                             "post": {"operationId": "addThing",
                        "requestBody": {"content": {"application/json": {
                          "schema": {"$ref": "#/components/schemas/ThingForm"}}}},
                        "responses": {"204": {"description": "Added"}}},
                             "get": {"operationId": "firstThing", "description": "Reads.", "x-scope": "schedules:read",
                                     "responses": {"200": {"description": "It",
                "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Thing"}}}}}}},
              "/internal/things": {"get": {"responses": {"200": {"description": "All",
                "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Inner"}}}}}}}},
             "components": {"schemas": {
               "Thing": {"type": "object", "properties": {
                 "name": {"type": "string"},
                 "count": {"type": "integer", "format": "int64"},
                 "parts": {"type": "array", "items": {"type": "string", "format": "date-time"}},
                 "remark": {"type": "string", "x-optional": true},
                 "size": {"type": ["string", "null"], "enum": ["small", "large"]}}},
               "ThingForm": {"type": "object", "properties": {"name": {"type": "string", "maxLength": 7}}},
               "Inner": {"type": "object"}}}}""");

    @Test
    void internalPathsAndTheirSchemasAreRemoved() {
        assertThat(document.path("paths").has("/internal/things")).isFalse();
        assertThat(document.at("/components/schemas").has("Inner")).isFalse();
        assertThat(document.at("/components/schemas").has("Problem")).isTrue();
    }

    @Test
    void responseRequiresAllPropertiesExceptOptionalOnes() {
        assertThat(document.at("/components/schemas/Thing/required"))
                .hasToString("[\"count\",\"name\",\"parts\",\"size\"]");
        assertThat(document.at("/components/schemas/Thing/properties/remark").has("x-optional"))
                .isFalse();
        assertThat(document.at("/components/schemas/ThingForm").has("required")).isFalse();
    }

    @Test
    void valuesWithoutBoundsGetBounds() {
        JsonNode properties = document.at("/components/schemas/Thing/properties");
        assertThat(properties.at("/name/maxLength").asInt()).isEqualTo(2000);
        assertThat(properties.at("/count/maximum").asLong()).isEqualTo(9_007_199_254_740_991L);
        assertThat(properties.at("/parts/maxItems").asInt()).isEqualTo(10_000);
        assertThat(properties.at("/parts/items/maxLength").asInt()).isEqualTo(35);
        assertThat(document.at("/components/schemas/ThingForm/properties/name/maxLength")
                        .asInt())
                .isEqualTo(7);
    }

    @Test
    void enumOfANullableTextListsNull() {
        assertThat(document.at("/components/schemas/Thing/properties/size/enum"))
                .hasToString("[\"small\",\"large\",null]");
    }

    @Test
    void everyResponseHasTheTraceId() {
        document.findValues("responses")
                .forEach(responses -> responses.forEach(response -> assertThat(resolved(response)
                                .at("/headers/X-Trace-Id/$ref")
                                .asText())
                        .isEqualTo("#/components/headers/X-Trace-Id")));
        assertThat(resolved(document.at("/paths/~1v1~1things~1{id}/get/responses/503"))
                        .path("headers")
                        .has("Retry-After"))
                .isTrue();
    }

    @Test
    void operationsShareTheCommonProblems() {
        assertThat(document.at("/paths/~1v1~1things~1{id}").findValues("500"))
                .hasSize(2)
                .allSatisfy(response ->
                        assertThat(response).hasToString("{\"$ref\":\"#/components/responses/InternalError\"}"));
        assertThat(document.at("/components/responses/InternalError/content/application~1problem+json/schema/$ref")
                        .asText())
                .isEqualTo("#/components/schemas/Problem");
    }

    @Test
    void schemaWithAFileHasItsExample() {
        assertThat(document.at("/paths/~1v1~1things~1{id}/get/responses/200/content/application~1json/examples"))
                .hasToString("{\"Thing\":{\"$ref\":\"#/components/examples/Thing\"}}");
        assertThat(document.at("/paths/~1v1~1things~1{id}/put/requestBody/content/application~1json/examples"))
                .hasToString("{\"ThingForm\":{\"$ref\":\"#/components/examples/ThingForm\"}}");
        assertThat(document.at("/components/examples/Thing"))
                .hasToString("{\"summary\":\"A thing without parts\",\"value\":"
                        + "{\"name\":\"A thing\",\"count\":0,\"parts\":[],\"remark\":null}}");
    }

    @Test
    void operationWithAFileHasItsOwnExample() {
        assertThat(document.at("/paths/~1v1~1things/get/responses/200/content/application~1json/examples"))
                .hasToString("{\"firstThing\":{\"$ref\":\"#/components/examples/firstThing\"}}");
        assertThat(document.at("/paths/~1v1~1things/post/requestBody/content/application~1json/examples"))
                .hasToString("{\"addThingRequest\":{\"$ref\":\"#/components/examples/addThingRequest\"}}");
    }

    @Test
    void exampleOfAnOptionalParameterIsInItsSchema() {
        JsonNode parameters = document.at("/paths/~1v1~1things~1{id}");
        assertThat(parameters.at("/get/parameters/0/example").asText()).hasSize(36);
        assertThat(parameters.at("/get/parameters/1").has("example")).isFalse();
        assertThat(parameters.at("/get/parameters/1/schema/examples")).hasToString("[\"\\\"0\\\"\"]");
        assertThat(parameters.at("/put/parameters/0/example").asText()).isEqualTo("\"0\"");
    }

    @Test
    void versionedResourceTakesConditions() {
        JsonNode path = document.at("/paths/~1v1~1things~1{id}");
        assertThat(path.at("/get/responses/304/headers").has("ETag")).isTrue();
        assertThat(path.at("/get/parameters").findValuesAsText("name")).contains("If-None-Match");
        assertThat(path.at("/put/parameters/0/required").asBoolean()).isTrue();
    }

    @Test
    void publicOperationHasEmptySecurity() {
        assertThat(document.at("/paths/~1v1~1things~1{id}/get/security")).hasToString("[]");
        assertThat(document.at("/paths/~1v1~1things~1{id}/put/security")).hasToString("[{\"bearer\":[]}]");
    }

    @Test
    void operationDescribesItsScope() {
        JsonNode path = document.at("/paths/~1v1~1things");
        assertThat(path.at("/get/description").asText())
                .isEqualTo("Reads. A personal access token needs the scope `schedules:read`.");
        assertThat(resolved(path.at("/get/responses/403")).path("description").asText())
                .startsWith("`insufficient-scope`: ")
                .contains("`cross-origin-not-allowed`");
        assertThat(path.at("/delete/description").asText()).isEqualTo("Deletes. Refuses personal access tokens.");
        assertThat(path.at("/delete/responses/403/description").asText())
                .startsWith("`confirmation-required`; `insufficient-scope`: ");
        assertThat(resolved(document.at("/paths/~1v1~1things~1{id}/put/responses/403"))
                        .path("description")
                        .asText())
                .doesNotContain("insufficient-scope");
    }

    @Test
    void codesAreThoseOfTheErrorReference() throws IOException {
        TreeSet<String> documented = new TreeSet<>();
        for (String line : Files.readAllLines(Path.of("..", "docs", "errors.md"))) {
            Matcher row = ERROR_ROW.matcher(line);
            if (row.find()) {
                CODE.matcher(row.group(1)).results().forEach(code -> documented.add(code.group(1)));
            }
        }
        assertThat(ProblemSchema.codes()).containsExactlyElementsOf(documented);
    }

    private JsonNode resolved(JsonNode response) {
        return response.has("$ref") ? document.at(response.get("$ref").asText().substring(1)) : response;
    }

    private static JsonNode document(String json) {
        try {
            OpenAPI api = Json31.mapper().readValue(json, OpenAPI.class);
            new OpenApiDefaults("things", List.of(PublicEndpoints.of("GET /v1/things/{id}"))).customise(api);
            return Json31.mapper().valueToTree(api);
        } catch (IOException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
