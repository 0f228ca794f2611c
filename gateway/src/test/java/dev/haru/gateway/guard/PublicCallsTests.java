package dev.haru.gateway.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The public calls of the gateway against those of the API document, which the services generate. */
class PublicCallsTests {

    private static final Set<String> METHODS = Set.of("get", "post", "put", "patch", "delete");

    @Test
    void publicCallsAreThoseOfTheApiDocument() throws IOException {
        Set<String> ignoring = new TreeSet<>();
        Set<String> optional = new TreeSet<>();
        JsonNode paths = JsonMapper.shared()
                .readTree(Files.readString(Path.of("..", "docs", "api", "haru.json")))
                .path("paths");
        for (Map.Entry<String, JsonNode> path : paths.properties()) {
            for (Map.Entry<String, JsonNode> operation : path.getValue().properties()) {
                if (!METHODS.contains(operation.getKey())) {
                    continue;
                }
                JsonNode security = operation.getValue().path("security");
                String call = operation.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey();
                if (security.isArray() && security.isEmpty()) {
                    ignoring.add(call);
                } else if (security.valueStream().anyMatch(JsonNode::isEmpty)) {
                    optional.add(call);
                }
            }
        }
        assertThat(PublicCalls.WITHOUT_TOKEN).containsExactlyInAnyOrderElementsOf(ignoring);
        assertThat(PublicCalls.OPTIONAL_TOKEN).containsExactlyInAnyOrderElementsOf(optional);
    }
}
