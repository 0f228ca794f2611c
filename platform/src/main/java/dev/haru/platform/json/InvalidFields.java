package dev.haru.platform.json;

import dev.haru.platform.problem.JsonName;
import dev.haru.platform.problem.Problems;
import dev.haru.platform.problem.TooLarge;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JacksonException.Reference;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Finds all fields of a JSON object that do not fit a record. Jackson ends at the first one. This search runs only
 * after Jackson has failed. It reads each field separately, and an array or object again only if a field inside does
 * not fit, so its cost is proportional to the size of the body.
 *
 * <p>Longer than 120 lines because the search recurses over objects, arrays and their elements.
 */
final class InvalidFields {

    private final JsonMapper mapper;
    private final List<JacksonException> found = new ArrayList<>();

    private InvalidFields(JsonMapper mapper) {
        this.mapper = mapper;
    }

    /**
     * Returns the failures of a body, in the order of its fields, at most {@value Problems#MAX_ERRORS}. Returns one
     * failure if the body is not JSON, or if the first failure is a field above its limit, after which the reader must
     * not continue.
     */
    static List<JacksonException> in(JsonMapper mapper, JavaType type, String json, JacksonException first) {
        if (!isAboutField(first)) {
            return List.of(first);
        }
        try {
            return in(mapper, type, mapper.readTree(json), first);
        } catch (JacksonException notJson) {
            return List.of(notJson);
        }
    }

    /** Returns the failures of a body that is already a tree. */
    static List<JacksonException> in(JsonMapper mapper, JavaType type, JsonNode body, JacksonException first) {
        if (!isAboutField(first) || !(body instanceof ObjectNode object) || !type.isRecordType()) {
            return List.of(first);
        }
        InvalidFields fields = new InvalidFields(mapper);
        fields.search(object, type, List.of());
        return fields.found.isEmpty() ? List.of(first) : fields.found;
    }

    private static boolean isAboutField(JacksonException failure) {
        return !failure.getPath().isEmpty()
                && !(failure instanceof TooLarge)
                && (failure instanceof DatabindException || failure instanceof InputCoercionException);
    }

    private void search(ObjectNode object, JavaType type, List<Reference> path) {
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            if (found.size() == Problems.MAX_ERRORS) {
                return;
            }
            String name = field.getKey();
            ObjectNode alone = mapper.createObjectNode();
            alone.set(name, field.getValue());
            failureOf(alone, type)
                    .filter(failure -> isOf(name, failure))
                    .ifPresent(failure -> record(failure, path, field, typeOf(type, name)));
        }
    }

    /** Records a failure, or, if it is inside the field, each failure inside the field. */
    private void record(
            JacksonException failure,
            List<Reference> path,
            Map.Entry<String, JsonNode> field,
            Optional<JavaType> type) {
        int before = found.size();
        if (failure.getPath().size() > 1 && type.isPresent() && !(failure instanceof TooLarge)) {
            searchInside(field.getValue(), type.get(), with(path, new Reference(null, field.getKey())));
        }
        if (found.size() == before) {
            add(failure, path);
        }
    }

    private void searchInside(JsonNode value, JavaType type, List<Reference> path) {
        if (value instanceof ObjectNode object && type.isRecordType()) {
            search(object, type, path);
        } else if (value.isArray() && type.isCollectionLikeType()) {
            for (int i = 0; i < value.size() && found.size() < Problems.MAX_ERRORS; i++) {
                List<Reference> element = with(path, new Reference(null, i));
                int before = found.size();
                if (value.get(i) instanceof ObjectNode object
                        && type.getContentType().isRecordType()) {
                    search(object, type.getContentType(), element);
                }
                if (found.size() == before) {
                    failureOf(value.get(i), type.getContentType()).ifPresent(failure -> add(failure, element));
                }
            }
        }
    }

    private Optional<JacksonException> failureOf(JsonNode value, JavaType type) {
        try {
            var _ = mapper.<Object>treeToValue(value, type);
            return Optional.empty();
        } catch (JacksonException failure) {
            return Optional.of(failure);
        }
    }

    private void add(JacksonException failure, List<Reference> path) {
        path.reversed().forEach(failure::prependPath);
        found.add(failure);
    }

    /** Whether the failure is about the field, not about another one that is absent. */
    private static boolean isOf(String name, JacksonException failure) {
        return !failure.getPath().isEmpty()
                && name.equals(failure.getPath().getFirst().getPropertyName());
    }

    private Optional<JavaType> typeOf(JavaType type, String name) {
        return Arrays.stream(type.getRawClass().getRecordComponents())
                .filter(component -> JsonName.of(component).equals(name))
                .map(component -> mapper.constructType(component.getGenericType()))
                .findFirst();
    }

    private static List<Reference> with(List<Reference> path, Reference last) {
        List<Reference> longer = new ArrayList<>(path);
        longer.add(last);
        return longer;
    }
}
