package dev.haru.platform.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import io.swagger.v3.core.util.Json31;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.examples.Example;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.parameters.Parameter;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.ClassPathResource;

/**
 * Adds examples to a document. The file {@code openapi/examples/NAME.json} of a service is an OpenAPI Example Object.
 * NAME is the schema of a request body or of a successful response. Where a response differs from that of other
 * operations with the same schema, NAME is the id of the operation; where a request differs, it is the id and
 * {@value #REQUEST}.
 */
final class Examples {

    private static final String DIRECTORY = "openapi/examples/";
    private static final String REQUEST = "Request";

    private final Components components;

    private Examples(Components components) {
        this.components = components;
    }

    static void complete(OpenAPI api) {
        Examples examples = new Examples(api.getComponents());
        UsedSchemas.operations(api).forEach(examples::complete);
    }

    private void complete(Operation operation) {
        if (operation.getParameters() != null) {
            operation.getParameters().forEach(Examples::complete);
        }
        if (operation.getRequestBody() != null) {
            complete(operation.getRequestBody().getContent(), operation.getOperationId() + REQUEST);
        }
        operation.getResponses().forEach((status, response) -> {
            if (status.startsWith("2")) {
                complete(response.getContent(), operation.getOperationId());
            }
        });
    }

    /**
     * Moves the example of an optional parameter into its schema. The page sends the example of a parameter unless the
     * reader removes it, and a call with a cursor or an old idempotency key is a different call.
     */
    @SuppressWarnings("unchecked") // a schema of swagger has the type of its value
    private static void complete(Parameter parameter) {
        Object example = parameter.getExample() == null ? parameter.getSchema().getDefault() : parameter.getExample();
        if (example != null && !Boolean.TRUE.equals(parameter.getRequired())) {
            parameter.getSchema().setExamples(List.of(example));
            parameter.setExample(null);
        }
    }

    /**
     * Adds the examples of a request or response.
     *
     * @param ownName the name of its own example, which takes precedence over that of its schema
     */
    private void complete(@Nullable Content content, String ownName) {
        if (content == null) {
            return;
        }
        for (MediaType media : content.values()) {
            String reference =
                    media.getSchema() == null ? null : media.getSchema().get$ref();
            if (file(ownName).exists()) {
                add(ownName, media);
            } else if (reference != null) {
                add(Schemas.nameIn(reference), media);
            }
        }
    }

    private void add(String name, MediaType media) {
        ClassPathResource file = file(name);
        if (file.exists()) {
            components.addExamples(name, read(file));
            media.addExamples(name, new Example().$ref(name));
        }
    }

    private static Example read(ClassPathResource file) {
        try (InputStream in = file.getInputStream()) {
            JsonNode example = Json31.mapper().readTree(in);
            return new Example().summary(example.path("summary").textValue()).value(example.get("value"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ClassPathResource file(String name) {
        return new ClassPathResource(DIRECTORY + name + ".json");
    }
}
