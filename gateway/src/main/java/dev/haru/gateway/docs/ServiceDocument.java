package dev.haru.gateway.docs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.swagger.v3.core.util.Json31;
import io.swagger.v3.oas.models.tags.Tag;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The OpenAPI document of one service. A component is identified by its JSON pointer, such as
 * {@code /components/schemas/Problem}.
 *
 * @param service the id of the service
 * @param tree the document as the service returned it; never modified
 */
record ServiceDocument(String service, ObjectNode tree) {

    private static final String COMPONENT = "#/components/";

    static ServiceDocument read(String service, byte[] json) {
        ObjectNode tree;
        try {
            tree = Json31.mapper().readerFor(ObjectNode.class).readValue(json);
        } catch (IOException e) {
            throw new IllegalArgumentException("not a JSON object", e);
        }
        if (!tree.path("paths").isObject()) {
            throw new IllegalArgumentException("not an OpenAPI document");
        }
        return new ServiceDocument(service, tree);
    }

    /** Returns the public paths. */
    ObjectNode paths() {
        ObjectNode paths = tree.path("paths").deepCopy();
        paths.properties().removeIf(path -> !path.getKey().startsWith("/v1/"));
        return paths;
    }

    /** Returns the declared tags, then the undeclared tags of public operations, sorted by name. */
    List<Tag> tags() {
        List<Tag> tags = new ArrayList<>();
        tree.path("tags").forEach(tag -> tags.add(Json31.mapper().convertValue(tag, Tag.class)));
        Set<String> undeclared = new TreeSet<>();
        paths().findValues("tags").forEach(names -> names.forEach(name -> undeclared.add(name.asText(service))));
        tags.forEach(tag -> undeclared.remove(tag.getName()));
        undeclared.forEach(name -> tags.add(new Tag().name(name)));
        return tags;
    }

    /** Returns the components that the public paths use, directly or through other components. */
    Set<String> usedComponents() {
        Set<String> used = new LinkedHashSet<>();
        collect(paths(), used);
        return used;
    }

    JsonNode component(String pointer) {
        return tree.at(pointer);
    }

    Set<String> referencesOf(String component) {
        Set<String> references = new LinkedHashSet<>();
        collect(component(component), references);
        return references;
    }

    /** Renames the references in a part of this document. */
    static <N extends JsonNode> N renameReferences(N part, Map<String, String> renamed) {
        if (part instanceof ObjectNode object) {
            object.properties().forEach(field -> {
                if (isReference(field.getValue())) {
                    String pointer = field.getValue().textValue().substring(1);
                    field.setValue(TextNode.valueOf("#" + renamed.getOrDefault(pointer, pointer)));
                }
            });
        }
        part.forEach(child -> renameReferences(child, renamed));
        return part;
    }

    private void collect(JsonNode node, Set<String> found) {
        if (isReference(node)
                && !component(node.textValue().substring(1)).isMissingNode()
                && found.add(node.textValue().substring(1))) {
            collect(component(node.textValue().substring(1)), found);
        }
        node.forEach(child -> collect(child, found));
    }

    private static boolean isReference(JsonNode node) {
        return node.isTextual() && node.textValue().startsWith(COMPONENT);
    }
}
