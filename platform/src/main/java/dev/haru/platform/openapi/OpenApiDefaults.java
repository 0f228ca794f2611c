package dev.haru.platform.openapi;

import dev.haru.platform.security.PublicEndpoints;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem.HttpMethod;
import io.swagger.v3.oas.models.headers.Header;
import io.swagger.v3.oas.models.info.Contact;
import io.swagger.v3.oas.models.info.License;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.parameters.Parameter;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import io.swagger.v3.oas.models.security.SecurityScheme;
import io.swagger.v3.oas.models.servers.Server;
import java.util.List;
import java.util.Map;
import org.springdoc.core.customizers.GlobalOpenApiCustomizer;
import org.springframework.http.HttpHeaders;

/**
 * Completes the document of a service: bearer token, common responses, headers, bounds and required properties. So a
 * controller documents only what differs. Removes {@code /internal}, which clients cannot reach.
 *
 * <p>Longer than 120 lines because it holds all that the documents of the services have in common.
 */
final class OpenApiDefaults implements GlobalOpenApiCustomizer {

    private static final String BEARER = "bearer";

    /** The tag of a new resource. */
    private static final String ENTITY_TAG = "\"0\"";

    /** The gateway's limit of all headers together, in bytes. */
    private static final int LONGEST_HEADER = 16_384;

    /** The id of the resource in the examples of responses. */
    private static final String ID = "01a20244-e800-7a41-9d2e-5f0b8c6d1e27";

    private static final String LANGUAGES =
            "The title, the detail and the field errors of a problem are in the language of "
                    + "`Accept-Language`: English (`en`, the default) or Korean (`ko`). Codes are the same in all languages.";

    private final String service;
    private final List<PublicEndpoints> open;

    OpenApiDefaults(String service, List<PublicEndpoints> open) {
        this.service = service;
        this.open = open;
    }

    @Override
    public void customise(OpenAPI api) {
        api.getPaths().keySet().removeIf(path -> !path.startsWith("/v1/"));
        api.setServers(List.of(new Server()
                .url("/")
                .description("The gateway of a production, staging or local environment")
                .extensions(Map.of("x-internal", false))));
        api.getInfo().setTitle("Haru " + service);
        api.getInfo().setDescription("The public API of " + service + ", through the gateway. " + LANGUAGES);
        api.getInfo().setVersion("1");
        api.getInfo().setContact(new Contact().name("The operator of the environment"));
        api.getInfo().setLicense(new License().name("Apache-2.0").url("https://www.apache.org/licenses/LICENSE-2.0"));
        if (api.getComponents() == null) {
            api.setComponents(new Components());
        }
        api.getComponents()
                .addSchemas(ProblemSchema.NAME, ProblemSchema.create())
                .addSecuritySchemes(
                        BEARER,
                        new SecurityScheme()
                                .type(SecurityScheme.Type.HTTP)
                                .scheme("bearer")
                                .description("The `token` in the response of `POST /v1/auth/user/login`, or a personal "
                                        + "access token from `POST /v1/auth/tokens`, which permits only the "
                                        + "operations of its scopes"));
        ProblemResponses problems = new ProblemResponses(api.getComponents());
        api.getPaths()
                .forEach((path, item) -> item.readOperationsMap().forEach((method, operation) -> {
                    problems.complete(operation, complete(path, method, operation));
                }));
        UsedSchemas.complete(api);
        Examples.complete(api);
    }

    /** Completes all but the common responses; returns whether the operation checks a token. */
    private boolean complete(String path, HttpMethod method, Operation operation) {
        if (path.contains("{")) {
            operation
                    .getResponses()
                    .computeIfAbsent(
                            "404",
                            _ -> new ApiResponse()
                                    .description("`not-found`: no such resource; `route-not-found`: no such path"));
        }
        boolean secured = secure(path, method, operation);
        describeScope(operation);
        completeEntityTags(method, operation);
        completeLanguages(operation);
        completeParameters(operation);
        return secured;
    }

    /** Adds the examples of the parameters that mean the same for all operations. */
    private static void completeParameters(Operation operation) {
        if (operation.getParameters() != null) {
            operation.getParameters().forEach(parameter -> {
                if (parameter.getName().equals("id")) {
                    parameter.setExample(ID);
                } else if (parameter.getName().equals(HttpHeaders.IF_MATCH)) {
                    parameter.setExample(ENTITY_TAG);
                }
            });
        }
    }

    /** Documents the token; returns whether the operation checks it. */
    private boolean secure(String path, HttpMethod method, Operation operation) {
        List<PublicEndpoints> opening =
                open.stream().filter(some -> some.contains(method.name(), path)).toList();
        if (!opening.stream().allMatch(PublicEndpoints::arePersonal)) {
            operation.setSecurity(List.of());
            return false;
        }
        if (!opening.isEmpty()) {
            operation.addSecurityItem(new SecurityRequirement()); // the token is optional
        }
        operation.addSecurityItem(new SecurityRequirement().addList(BEARER));
        return true;
    }

    /** Adds the scope to the description of the operation. */
    private static void describeScope(Operation operation) {
        String scope = ScopeExtension.of(operation);
        if (scope != null) {
            String text = scope.equals(ScopeExtension.SESSION)
                    ? "Refuses personal access tokens."
                    : "A personal access token needs the scope `" + scope + "`.";
            operation.setDescription(operation.getDescription() + " " + text);
        }
    }

    /** Completes the headers of a versioned resource: its tag, and the conditions that a client can send. */
    private static void completeEntityTags(HttpMethod method, Operation operation) {
        operation.getResponses().values().forEach(response -> {
            if (response.getHeaders() != null) {
                response.getHeaders().forEach(OpenApiDefaults::completeHeader);
            }
        });
        ApiResponse ok = operation.getResponses().get("200");
        Header tag =
                ok == null || ok.getHeaders() == null ? null : ok.getHeaders().get(HttpHeaders.ETAG);
        if (method == HttpMethod.GET && tag != null) {
            operation.addParametersItem(new Parameter()
                    .in("header")
                    .name(HttpHeaders.IF_NONE_MATCH)
                    .description("The `ETag` of the version that the client has")
                    .schema(Schemas.string())
                    .example(ENTITY_TAG));
            ApiResponse unchanged = operation
                    .getResponses()
                    .computeIfAbsent("304", _ -> new ApiResponse().description("The client has the current version"));
            unchanged.setContent(new Content());
            unchanged.addHeaderObject(HttpHeaders.ETAG, tag);
        }
        if (operation.getResponses().containsKey("428") && operation.getParameters() != null) {
            operation.getParameters().stream()
                    .filter(parameter -> HttpHeaders.IF_MATCH.equals(parameter.getName()))
                    .forEach(parameter -> parameter.setRequired(true));
        }
    }

    /** Documents the choice of the language, where the successful response names its language. */
    private static void completeLanguages(Operation operation) {
        ApiResponse ok = operation.getResponses().get("200");
        if (ok != null && ok.getHeaders() != null && ok.getHeaders().containsKey(HttpHeaders.CONTENT_LANGUAGE)) {
            Schema<?> languages = Schemas.string();
            languages.setMaxLength(LONGEST_HEADER);
            operation.addParametersItem(new Parameter()
                    .in("header")
                    .name(HttpHeaders.ACCEPT_LANGUAGE)
                    .description("The preferred languages of the names; English if there is none of them")
                    .schema(languages)
                    .example("ko"));
        }
    }

    private static void completeHeader(String name, Header header) {
        header.setStyle(null);
        if (header.getSchema() == null) {
            header.setSchema(Schemas.string());
        }
        if (name.equals(HttpHeaders.ETAG)) {
            header.setExample(ENTITY_TAG);
        }
        if (name.equals(HttpHeaders.CONTENT_LANGUAGE)) {
            header.setExample("en");
        }
    }
}
