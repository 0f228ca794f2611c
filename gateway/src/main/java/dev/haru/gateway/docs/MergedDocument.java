package dev.haru.gateway.docs;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.swagger.v3.core.util.Json31;
import io.swagger.v3.oas.models.OpenAPI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Merges the paths of several documents and the components that they use. Two services share a component that has the
 * same name and the same content. A component with the same name but other content gets the service's name as a prefix.
 * Paths keep the order of the services.
 */
final class MergedDocument {

    private final ObjectNode merged = Json31.mapper().createObjectNode();

    private MergedDocument() {
        merged.put("openapi", "3.1.0");
        merged.putObject("paths");
        merged.putObject("components");
    }

    static OpenAPI of(List<ServiceDocument> documents) {
        MergedDocument all = new MergedDocument();
        documents.forEach(all::add);
        try {
            return Json31.mapper().treeToValue(all.merged, OpenAPI.class);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not an OpenAPI document", e);
        }
    }

    private void add(ServiceDocument document) {
        Set<String> used = document.usedComponents();
        Map<String, String> renamed = renamed(document, used);
        used.forEach(component -> put(
                renamed.getOrDefault(component, component),
                ServiceDocument.renameReferences(document.component(component).deepCopy(), renamed)));
        merged.withObject("/paths").setAll(ServiceDocument.renameReferences(document.paths(), renamed));
    }

    private void put(String pointer, JsonNode component) {
        int name = pointer.lastIndexOf('/');
        merged.withObject(pointer.substring(0, name)).set(pointer.substring(name + 1), component);
    }

    private Map<String, String> renamed(ServiceDocument document, Set<String> used) {
        Map<String, String> renamed = new HashMap<>();
        for (String component : used) {
            // A component that refers to a different component is itself different from the other service's component
            // of that name.
            if (isTaken(component)
                    && (differs(document, component)
                            || document.referencesOf(component).stream()
                                    .anyMatch(reference -> differs(document, reference)))) {
                renamed.put(component, prefixed(component, document.service()));
            }
        }
        return renamed;
    }

    private boolean differs(ServiceDocument document, String component) {
        return isTaken(component) && !merged.at(component).equals(document.component(component));
    }

    private boolean isTaken(String component) {
        return !merged.at(component).isMissingNode();
    }

    private static String prefixed(String pointer, String service) {
        int name = pointer.lastIndexOf('/') + 1;
        return pointer.substring(0, name) + service + "." + pointer.substring(name);
    }
}
