package dev.haru.platform.json;

import dev.haru.platform.problem.InvalidRequest;
import org.springframework.validation.BeanPropertyBindingResult;
import org.springframework.validation.Validator;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Applies merge patches (<a href="https://www.rfc-editor.org/rfc/rfc7396">RFC 7396</a>) to request bodies. The result
 * obeys the same rules as a complete body: the types, the limits and the constraints of its record.
 *
 * <p>A patch is a record of {@link JsonNode} components. A component is null if the patch does not contain the member,
 * and a JSON null if the patch removes the member. An object in a patch is merged into an object, and replaces any
 * other value.
 */
public final class MergePatch {

    private final JsonMapper mapper;
    private final Validator validator;

    MergePatch(JsonMapper mapper, Validator validator) {
        this.mapper = mapper;
        this.validator = validator;
    }

    /**
     * Returns the body with the members of the patch. Throws {@link InvalidRequest} if the result is not valid, for
     * example because the patch removes a required member.
     *
     * @param body the current state in the form of a complete request body
     */
    public <T> T apply(T body, Record patch) {
        ObjectNode merged = mapper.valueToTree(body);
        merge(merged, mapper.valueToTree(patch));
        @SuppressWarnings("unchecked")
        Class<T> type = (Class<T>) body.getClass();
        return valid(read(merged, type));
    }

    /**
     * Merges the changes into an object. The caller has limited the depth of the changes.
     *
     * @param object is changed
     */
    public static void merge(ObjectNode object, JsonNode changes) {
        changes.properties().forEach(change -> {
            JsonNode value = change.getValue();
            if (value.isNull()) {
                object.remove(change.getKey());
            } else if (value.isObject() && object.get(change.getKey()) instanceof ObjectNode inner) {
                merge(inner, value);
            } else {
                object.set(change.getKey(), value);
            }
        });
    }

    private <T> T read(JsonNode merged, Class<T> type) {
        try {
            return mapper.treeToValue(merged, type);
        } catch (JacksonException failure) {
            throw InvalidRequest.body(InvalidFields.in(mapper, mapper.constructType(type), merged, failure));
        }
    }

    private <T> T valid(T merged) {
        BeanPropertyBindingResult result = new BeanPropertyBindingResult(merged, "body");
        validator.validate(merged, result);
        if (result.hasErrors()) {
            throw InvalidRequest.body(merged, result.getAllErrors());
        }
        return merged;
    }
}
