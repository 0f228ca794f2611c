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
 * The paths of several documents and the components that they use. What two services call alike and describe alike is
 * shared; what they only call alike gets the service's name in front. The order is that of the services.
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
        Set<String> used = document.used();
        Map<String, String> renamed = renamed(document, used);
        used.forEach(component -> put(
                renamed.getOrDefault(component, component),
                ServiceDocument.repoint(document.component(component).deepCopy(), renamed)));
        merged.withObject("/paths").setAll(ServiceDocument.repoint(document.paths(), renamed));
    }

    private void put(String pointer, JsonNode component) {
        int name = pointer.lastIndexOf('/');
        merged.withObject(pointer.substring(0, name)).set(pointer.substring(name + 1), component);
    }

    private Map<String, String> renamed(ServiceDocument document, Set<String> used) {
        Map<String, String> renamed = new HashMap<>();
        for (String component : used) {
            // What refers to something else than the other service's namesake does is something else itself.
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
