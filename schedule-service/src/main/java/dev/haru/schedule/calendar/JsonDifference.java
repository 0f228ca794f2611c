package dev.haru.schedule.calendar;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Computes merge patches (<a href="https://www.rfc-editor.org/rfc/rfc7396">RFC 7396</a>) of objects without null
 * members.
 */
final class JsonDifference {

    private JsonDifference() {}

    /**
     * Returns the merge patch that turns one object into another.
     *
     * @param together groups of members: a patch with one member of a group has all of them
     */
    static ObjectNode between(JsonNode from, JsonNode to, Set<Set<String>> together) {
        ObjectNode patch = JsonNodeFactory.instance.objectNode();
        to.properties().forEach(member -> {
            @Nullable JsonNode before = from.get(member.getKey());
            JsonNode after = member.getValue();
            if (before != null && before.isObject() && after.isObject()) {
                ObjectNode inside = between(before, after, together);
                if (!inside.isEmpty()) {
                    patch.set(member.getKey(), inside);
                }
            } else if (!after.equals(before)) {
                patch.set(member.getKey(), after);
            }
        });
        from.properties().stream()
                .filter(member -> !to.has(member.getKey()))
                .forEach(member -> patch.putNull(member.getKey()));
        together.stream()
                .filter(group -> group.stream().anyMatch(patch::has))
                .flatMap(Set::stream)
                .forEach(member -> patch.set(member, to.has(member) ? to.get(member) : patch.nullNode()));
        return patch;
    }
}
