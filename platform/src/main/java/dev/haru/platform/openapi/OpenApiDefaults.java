package dev.haru.platform.openapi;

import dev.haru.platform.security.PublicEndpoints;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem.HttpMethod;
import io.swagger.v3.oas.models.info.License;
import io.swagger.v3.oas.models.media.ArraySchema;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.IntegerSchema;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import io.swagger.v3.oas.models.security.SecurityScheme;
import io.swagger.v3.oas.models.servers.Server;
import java.util.List;
import org.springdoc.core.customizers.GlobalOpenApiCustomizer;

/**
 * Adds to each operation the bearer token and the problems that any call may return, so that a controller documents
 * only its own. Removes {@code /internal}, which clients cannot reach.
 */
final class OpenApiDefaults implements GlobalOpenApiCustomizer {

    private static final String PROBLEM = "#/components/schemas/Problem";
    private static final String BEARER = "bearer";

    private final String service;
    private final List<PublicEndpoints> open;

    OpenApiDefaults(String service, List<PublicEndpoints> open) {
        this.service = service;
        this.open = open;
    }

    @Override
    public void customise(OpenAPI api) {
        api.getPaths().keySet().removeIf(path -> !path.startsWith("/v1/"));
        api.setServers(List.of(new Server().url("/").description("The gateway")));
        api.getInfo().setTitle("Haru " + service);
        api.getInfo().setVersion("1");
        api.getInfo().setLicense(new License().name("Apache-2.0").url("https://www.apache.org/licenses/LICENSE-2.0"));
        if (api.getComponents() == null) {
            api.setComponents(new Components());
        }
        api.getComponents()
                .addSchemas("Problem", problem())
                .addSecuritySchemes(
                        BEARER,
                        new SecurityScheme()
                                .type(SecurityScheme.Type.HTTP)
                                .scheme("bearer")
                                .description("The `token` in the response of `POST /v1/auth/user/login`"));
        api.getPaths()
                .forEach((path, item) ->
                        item.readOperationsMap().forEach((method, operation) -> complete(path, method, operation)));
    }

    private void complete(String path, HttpMethod method, Operation operation) {
        operation.getResponses().forEach((status, response) -> {
            if (status.startsWith("4") || status.startsWith("5")) {
                response.setContent(content());
            }
        });
        if (operation.getRequestBody() != null || operation.getParameters() != null) {
            add(operation, "400", "`invalid-request`: a field is not valid, see `errors`; `malformed-request`");
        }
        if (path.contains("{")) {
            add(operation, "404", "`not-found`: no such resource; `route-not-found`: no such path");
        }
        List<PublicEndpoints> opening =
                open.stream().filter(some -> some.contains(method.name(), path)).toList();
        if (!opening.isEmpty() && opening.stream().allMatch(PublicEndpoints::arePersonal)) {
            operation.addSecurityItem(new SecurityRequirement()); // the token is optional
        }
        if (opening.stream().allMatch(PublicEndpoints::arePersonal)) {
            operation.addSecurityItem(new SecurityRequirement().addList(BEARER));
            add(operation, "401", "`unauthorized`: the access token is missing, malformed, expired or revoked");
        }
        if (operation.getRequestBody() != null) {
            add(operation, "413", "`content-too-large`: the body is over the gateway's limit");
            add(operation, "415", "`unsupported-media-type`: the body must be JSON");
        }
        add(operation, "500", "`internal-error`: include the `traceId` in a report");
        add(operation, "503", "`service-unavailable`: try again after `Retry-After` seconds");
        add(operation, "504", "`upstream-timeout`, `deadline-exceeded`: a service did not answer in time");
    }

    private static void add(Operation operation, String status, String description) {
        operation
                .getResponses()
                .computeIfAbsent(
                        status, _ -> new ApiResponse().description(description).content(content()));
    }

    private static Content content() {
        return new Content()
                .addMediaType("application/problem+json", new MediaType().schema(new Schema<>().$ref(PROBLEM)));
    }

    private static Schema<?> problem() {
        Schema<?> error = new ObjectSchema();
        error.addProperty("field", new StringSchema());
        error.addProperty("message", new StringSchema());
        error.setRequired(List.of("field", "message"));

        Schema<?> problem = new ObjectSchema();
        problem.setDescription("Problem details (RFC 9457)");
        problem.addProperty("type", new StringSchema().description("`urn:haru:problem:`, followed by the code"));
        problem.addProperty("title", new StringSchema());
        problem.addProperty("status", new IntegerSchema());
        problem.addProperty("detail", new StringSchema().description("An explanation for people; the text may change"));
        problem.addProperty("instance", new StringSchema());
        problem.addProperty("code", new StringSchema().description("A stable code for programs"));
        problem.addProperty("traceId", new StringSchema().description("The id of the request in traces and logs"));
        problem.addProperty(
                "errors", new ArraySchema().items(error).description("The invalid fields, with status 400 only"));
        problem.setRequired(List.of("type", "title", "status", "code", "traceId"));
        return problem;
    }
}
