package dev.haru.gateway.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ApiDocumentTests {

    private final ServiceDocument auth = fixture("auth-service");
    private final ServiceDocument schedule = fixture("schedule-service");
    private final JsonNode merged = merge(List.of(auth, schedule));

    @Test
    void onlyPublicPathsInTheOrderOfTheServices() {
        assertThat(names("/paths"))
                .containsExactly("/v1/auth/user/login", "/v1/auth/user/register", "/v1/schedules", "/v1/locations");
    }

    @Test
    void equalSchemasAreShared() {
        assertThat(names("/components/schemas")).contains("Problem").doesNotContain("schedule-service.Problem");
        assertThat(reference("/paths/~1v1~1schedules/post/responses/400/content/application~1problem+json"))
                .isEqualTo("#/components/schemas/Problem");
    }

    @Test
    void differentSchemasWithOneNameAreKeptApart() {
        assertThat(reference("/paths/~1v1~1auth~1user~1login/post/requestBody/content/application~1json"))
                .isEqualTo("#/components/schemas/Form");
        assertThat(reference("/paths/~1v1~1schedules/post/requestBody/content/application~1json"))
                .isEqualTo("#/components/schemas/schedule-service.Form");
        assertThat(merged.at("/components/schemas/Page/properties/items/items/$ref")
                        .textValue())
                .isEqualTo("#/components/schemas/schedule-service.Form");
    }

    @Test
    void schemasWithDifferentReferencesAreKeptApart() {
        JsonNode twice = merge(List.of(schedule, new ServiceDocument("auth-service", changedForm())));
        assertThat(twice.at("/components/schemas").has("auth-service.Page")).isTrue();
        assertThat(twice.at("/components/schemas/auth-service.Page/properties/items/items/$ref")
                        .textValue())
                .isEqualTo("#/components/schemas/auth-service.Form");
    }

    @Test
    void unusedSchemasAreLeftOut() {
        assertThat(names("/components/schemas"))
                .containsExactlyInAnyOrder("Form", "Problem", "schedule-service.Form", "Page");
    }

    @Test
    void schemaKeepsItsDetails() {
        assertThat(merged.at("/components/schemas/Form/properties/nickname/minLength")
                        .intValue())
                .isEqualTo(2);
        assertThat(merged.at("/components/schemas/schedule-service.Form/properties/title/type"))
                .hasToString("[\"string\",\"null\"]");
    }

    @Test
    void operationIdsAreUnique() {
        assertThat(merged.findValuesAsText("operationId"))
                .containsExactly("create", "register", "schedule-service_create", "locations");
    }

    @Test
    void declaredTagsComeFirstAndUntaggedOperationsGetTheService() {
        assertThat(merged.at("/tags"))
                .hasToString("[{\"name\":\"Accounts\"},{\"name\":\"Sessions\"},"
                        + "{\"name\":\"Schedules\",\"description\":\"What somebody plans\"},"
                        + "{\"name\":\"schedule-service\"}]");
        assertThat(merged.at("/paths/~1v1~1locations/get/tags")).hasToString("[\"schedule-service\"]");
    }

    @Test
    void securitySchemeIsTheBearerToken() {
        assertThat(names("/components/securitySchemes")).containsExactly("bearer");
        assertThat(merged.at("/paths/~1v1~1schedules/post/security")).hasToString("[{\"bearer\":[]}]");
        assertThat(merged.at("/paths/~1v1~1auth~1user~1login/post/security")).hasToString("[]");
        assertThat(merged.at("/paths/~1v1~1locations/get/security")).hasToString("[]");
    }

    @Test
    void optionalSecurityStaysOptional() throws IOException {
        var optional = schedule.tree().deepCopy();
        ObjectNode create = (ObjectNode) optional.at("/paths/~1v1~1schedules/post");
        create.set("security", new ObjectMapper().readTree("[{},{\"bearer\":[]}]"));

        JsonNode document = merge(List.of(new ServiceDocument("schedule-service", optional)));

        assertThat(document.at("/paths/~1v1~1schedules/post/security")).hasToString("[{},{\"bearer\":[]}]");
    }

    @Test
    void serverIsTheGateway() {
        assertThat(merged.at("/servers").findValuesAsText("url")).containsExactly("/");
    }

    private List<String> names(String pointer) {
        return Stream.of(merged.at(pointer))
                .flatMap(node -> node.properties().stream())
                .map(field -> field.getKey())
                .toList();
    }

    private @Nullable String reference(String content) {
        return merged.at(content + "/schema/$ref").textValue();
    }

    private ObjectNode changedForm() {
        var changed = schedule.tree().deepCopy();
        changed.withObject("/components/schemas/Form").put("description", "another");
        return changed;
    }

    private static JsonNode merge(List<ServiceDocument> documents) {
        try {
            return new ObjectMapper().readTree(ApiDocument.of(documents));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static ServiceDocument fixture(String service) {
        try {
            return ServiceDocument.read(service, DocsFixture.json(service).getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
