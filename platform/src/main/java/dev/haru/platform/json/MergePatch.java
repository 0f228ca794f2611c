package dev.haru.platform.json;

import dev.haru.platform.problem.InvalidRequest;
import jakarta.validation.ConstraintViolation;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.validation.BeanPropertyBindingResult;
import org.springframework.validation.FieldError;
import org.springframework.validation.ObjectError;
import org.springframework.validation.Validator;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Applies merge patches (<a href="https://www.rfc-editor.org/rfc/rfc7396">RFC 7396</a>) to request bodies. The result
 * obeys the same rules as a complete body: the types, the limits and the constraints of its record. Kept values are not
 * validated again.
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
     * example because the patch removes a required member. A member that keeps its value is not validated again: its
     * rule may be stricter today than at the time when the value was stored.
     *
     * @param body the current state in the form of a complete request body
     */
    public <T extends Record> T apply(T body, Record patch) {
        ObjectNode current = mapper.valueToTree(body);
        ObjectNode merged = current.deepCopy();
        merge(merged, mapper.valueToTree(patch));
        Set<String> kept = current.properties().stream()
                .filter(member -> !member.getValue().isNull())
                .filter(member -> member.getValue().equals(merged.get(member.getKey())))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
        merged.remove(kept);
        return valid(RecordMembers.copy(body, kept, read(merged, body)), kept);
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

    private <T extends Record> T read(ObjectNode merged, T body) {
        @SuppressWarnings("unchecked")
        Class<T> type = (Class<T>) body.getClass();
        try {
            return mapper.treeToValue(merged, type);
        } catch (JacksonException failure) {
            throw InvalidRequest.body(InvalidFields.in(mapper, mapper.constructType(type), merged, failure));
        }
    }

    private <T> T valid(T merged, Set<String> kept) {
        BeanPropertyBindingResult result = new BeanPropertyBindingResult(merged, "body");
        validator.validate(merged, result);
        List<ObjectError> errors = result.getAllErrors().stream()
                .filter(error -> !isAboutKept(error, merged, kept))
                .toList();
        if (!errors.isEmpty()) {
            throw InvalidRequest.body(merged, errors);
        }
        return merged;
    }

    /** Whether the error is about a kept value alone. A rule about several members applies to all of them. */
    private static boolean isAboutKept(ObjectError error, Object merged, Set<String> kept) {
        return error instanceof FieldError field
                && kept.contains(field.getField().split("[.\\[]", 2)[0])
                && error.contains(ConstraintViolation.class)
                && error.unwrap(ConstraintViolation.class).getInvalidValue() != merged;
    }
}
