package dev.haru.platform.openapi;

import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Completes the schemas that the public operations use, and removes all others. Jackson writes each property of a
 * response, so a response requires all its properties except those that are marked as optional.
 */
final class UsedSchemas {

    /** Marks a property that a response may omit, until {@link #complete} removes the mark. */
    static final String OPTIONAL = "x-optional";

    @SuppressWarnings("rawtypes") // the type of swagger's own map
    private final Map<String, Schema> schemas;

    private final Set<String> inRequests = new HashSet<>();
    private final Set<String> inResponses = new HashSet<>();

    private UsedSchemas(Components components) {
        this.schemas = components.getSchemas();
    }

    static void complete(OpenAPI api) {
        UsedSchemas used = new UsedSchemas(api.getComponents());
        operations(api).forEach(used::visit);
        if (api.getComponents().getResponses() != null) {
            api.getComponents().getResponses().values().forEach(used::visit);
        }
        used.schemas.keySet().removeIf(name -> !used.inRequests.contains(name) && !used.inResponses.contains(name));
        used.schemas.forEach((name, schema) -> complete(schema, !used.inRequests.contains(name)));
    }

    static Stream<Operation> operations(OpenAPI api) {
        return api.getPaths().values().stream().flatMap(path -> path.readOperations().stream());
    }

    private void visit(Operation operation) {
        if (operation.getParameters() != null) {
            operation.getParameters().forEach(parameter -> visit(parameter.getSchema(), inRequests));
        }
        if (operation.getRequestBody() != null) {
            visit(operation.getRequestBody().getContent(), inRequests);
        }
        operation.getResponses().values().forEach(this::visit);
    }

    private void visit(ApiResponse response) {
        visit(response.getContent(), inResponses);
        if (response.getHeaders() != null) {
            response.getHeaders().values().forEach(header -> visit(header.getSchema(), inResponses));
        }
    }

    private void visit(@Nullable Content content, Set<String> found) {
        if (content != null) {
            content.values().forEach(media -> visit(media.getSchema(), found));
        }
    }

    private void visit(@Nullable Schema<?> schema, Set<String> found) {
        if (schema == null) {
            return;
        }
        if (schema.get$ref() != null) {
            String name = Schemas.nameIn(schema.get$ref());
            if (found.add(name)) {
                visit(schemas.get(name), found);
            }
            return;
        }
        Schemas.bound(schema);
        parts(schema).forEach(part -> visit(part, found));
    }

    private static Stream<Schema<?>> parts(Schema<?> schema) {
        List<@Nullable Schema<?>> parts = new ArrayList<>();
        if (schema.getProperties() != null) {
            schema.getProperties().values().forEach(parts::add);
        }
        if (schema.getAnyOf() != null) {
            schema.getAnyOf().forEach(parts::add);
        }
        parts.add(schema.getItems());
        return parts.stream().filter(Objects::nonNull).map(Objects::requireNonNull);
    }

    private static void complete(Schema<?> schema, boolean onlyInResponses) {
        if (schema.getProperties() == null) {
            return;
        }
        List<String> required = new ArrayList<>();
        schema.getProperties().forEach((name, property) -> {
            boolean optional =
                    property.getExtensions() != null && property.getExtensions().remove(OPTIONAL) != null;
            if (!optional) {
                required.add(name);
            }
        });
        if (onlyInResponses && schema.getRequired() == null) {
            schema.setRequired(required);
        }
    }
}
