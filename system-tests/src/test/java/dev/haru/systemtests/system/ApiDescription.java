package dev.haru.systemtests.system;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The operations of the API document in docs/api, with their examples. */
final class ApiDescription {

    private final JsonNode document;

    private ApiDescription(JsonNode document) {
        this.document = document;
    }

    static ApiDescription read() {
        return new ApiDescription(new JsonMapper().readTree(Path.of("..", "docs", "api", "haru.json")));
    }

    List<Operation> operations() {
        return document.path("paths")
                .propertyStream()
                .flatMap(path -> path.getValue()
                        .propertyStream()
                        .map(method -> new Operation(
                                method.getKey().toUpperCase(Locale.ROOT), path.getKey(), method.getValue())))
                .toList();
    }

    Operation operation(String id) {
        return operations().stream()
                .filter(operation -> operation.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the schema of a component. */
    JsonNode schema(String name) {
        return document.at("/components/schemas/" + name);
    }

    /** Returns the component that a part of the document refers to, or the part itself. */
    JsonNode resolve(JsonNode part) {
        return part.has("$ref")
                ? resolve(document.at(part.path("$ref").asString().substring(1)))
                : part;
    }

    /** Returns the values of the named examples of a request body or a response with one media type. */
    List<JsonNode> examples(JsonNode media) {
        return media.path("examples")
                .valueStream()
                .map(example -> resolve(example).path("value"))
                .toList();
    }

    /**
     * An operation.
     *
     * @param path the path with its parameters in braces
     */
    record Operation(String method, String path, JsonNode tree) {

        String id() {
            return tree.path("operationId").asString();
        }

        List<Parameter> parameters() {
            return tree.path("parameters").valueStream().map(Parameter::new).toList();
        }

        Parameter parameter(String name) {
            return parameters().stream()
                    .filter(parameter -> parameter.name().equals(name))
                    .findFirst()
                    .orElseThrow();
        }

        boolean takes(String parameter) {
            return parameters().stream().anyMatch(each -> each.name().equals(parameter));
        }

        /** Returns the media types of the request body; empty without a body. */
        List<Map.Entry<String, JsonNode>> requestBodies() {
            return tree.at("/requestBody/content").propertyStream().toList();
        }

        int successStatus() {
            return Integer.parseInt(success().getKey());
        }

        /** Returns the JSON media type of the successful response; empty without such a body. */
        List<JsonNode> responseBodies() {
            return success()
                    .getValue()
                    .path("content")
                    .propertyStream()
                    .filter(media -> media.getKey().equals("application/json"))
                    .map(Map.Entry::getValue)
                    .toList();
        }

        private Map.Entry<String, JsonNode> success() {
            return tree.path("responses")
                    .propertyStream()
                    .filter(response -> response.getKey().startsWith("2"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** A parameter. The example of an optional parameter is in its schema. */
    record Parameter(JsonNode tree) {

        String name() {
            return tree.path("name").asString();
        }

        boolean isRequired() {
            return tree.path("required").asBoolean(false);
        }

        boolean isInQuery() {
            return tree.path("in").asString().equals("query");
        }

        boolean isInHeader() {
            return tree.path("in").asString().equals("header");
        }

        /** Returns the first example; empty without one. */
        String example() {
            return Stream.of(tree.path("example"), tree.at("/schema/examples/0"))
                    .map(example -> example.asString(""))
                    .filter(example -> !example.isEmpty())
                    .findFirst()
                    .orElse("");
        }
    }
}
