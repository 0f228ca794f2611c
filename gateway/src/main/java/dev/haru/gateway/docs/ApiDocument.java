package dev.haru.gateway.docs;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.swagger.v3.core.util.Json31;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.info.Contact;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.info.License;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import io.swagger.v3.oas.models.security.SecurityScheme;
import io.swagger.v3.oas.models.servers.Server;
import io.swagger.v3.oas.models.tags.Tag;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** The OpenAPI document of Haru: the paths of all services with one title, one server and one security scheme. */
final class ApiDocument {

    private static final String BEARER = "bearer";

    private final Set<String> operationIds = new HashSet<>();
    private final Map<String, Tag> tags = new LinkedHashMap<>();
    private final OpenAPI api;

    private ApiDocument(OpenAPI api) {
        this.api = api;
    }

    /** Returns the document as JSON. */
    static byte[] of(List<ServiceDocument> documents) {
        ApiDocument merged = new ApiDocument(MergedDocument.of(documents));
        documents.forEach(merged::complete);
        merged.describe();
        try {
            return Json31.mapper().writeValueAsBytes(merged.api);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private void complete(ServiceDocument document) {
        document.tags().forEach(tag -> tags.putIfAbsent(tag.getName(), tag));
        document.paths()
                .fieldNames()
                .forEachRemaining(path -> Objects.requireNonNull(api.getPaths().get(path))
                        .readOperations()
                        .forEach(operation -> complete(operation, document)));
    }

    private void complete(Operation operation, ServiceDocument document) {
        if (operation.getTags() == null) {
            operation.addTagsItem(document.service());
            tags.putIfAbsent(document.service(), new Tag().name(document.service()));
        }
        String id = operation.getOperationId();
        if (id != null && !operationIds.add(id)) {
            operation.operationId(document.service() + "_" + id);
        }
        boolean secured = operation.getSecurity() == null
                ? !document.tree().path("security").isEmpty()
                : !operation.getSecurity().isEmpty();
        operation.security(secured ? requirements(operation) : List.of());
    }

    /** Returns the requirements of a secured operation. An empty requirement declares the token optional. */
    private static List<SecurityRequirement> requirements(Operation operation) {
        SecurityRequirement bearer = new SecurityRequirement().addList(BEARER);
        boolean optional = operation.getSecurity() != null
                && operation.getSecurity().stream().anyMatch(SecurityRequirement::isEmpty);
        return optional ? List.of(new SecurityRequirement(), bearer) : List.of(bearer);
    }

    private void describe() {
        api.info(info())
                .servers(List.of(new Server()
                        .url("/")
                        .description("The gateway of a production, staging or local environment")
                        .extensions(Map.of("x-internal", false))))
                .tags(List.copyOf(tags.values()))
                .components(Objects.requireNonNullElseGet(api.getComponents(), Components::new)
                        .addSecuritySchemes(
                                BEARER,
                                new SecurityScheme()
                                        .type(SecurityScheme.Type.HTTP)
                                        .scheme("bearer")
                                        .description("The `token` in the response of `POST /v1/auth/user/login`")));
    }

    private static Info info() {
        String description = """
                Accounts, profiles and schedules through one gateway. To sign in on this page, call \
                `POST /v1/auth/user/login` below, or press **Authorize** and paste a token. Every response has its trace id \
                in the header `X-Trace-Id`. Every problem ([RFC 9457](https://www.rfc-editor.org/rfc/rfc9457)) also has it in \
                the field `traceId`. The texts of a problem are in the language of `Accept-Language`: English (`en`, the \
                default) or Korean (`ko`). Its `type` and `code` are the same in all languages.

                Later versions of `/v1` may add operations, optional parameters, fields, headers and problem codes. A client \
                ignores the fields and headers that it does not know, and treats an unknown problem code by its status. \
                Responses of a deprecated operation have the headers `Deprecation` \
                ([RFC 9745](https://www.rfc-editor.org/rfc/rfc9745)) and `Sunset` \
                ([RFC 8594](https://www.rfc-editor.org/rfc/rfc8594)).""";
        return new Info()
                .title("Haru")
                .version("1")
                .description(description)
                .contact(new Contact().name("The operator of the environment"))
                .license(new License().name("Apache-2.0").url("https://www.apache.org/licenses/LICENSE-2.0"));
    }
}
