package dev.haru.systemtests.dashboard;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A dashboard of {@code k8s/observability/dashboards}. */
public record Dashboard(String file, JsonNode json) {

    private static final JsonMapper JSON = new JsonMapper();

    /** All dashboards, sorted by file name. */
    public static List<Dashboard> all(Path repository) {
        try (Stream<Path> files = Files.list(repository.resolve("k8s/observability/dashboards"))) {
            return files.sorted()
                    .map(file -> new Dashboard(file.getFileName().toString(), JSON.readTree(file.toFile())))
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** The panels without the rows. */
    public List<Panel> panels() {
        return json.path("panels")
                .valueStream()
                .map(panel -> new Panel(panel, file))
                .filter(panel -> !panel.isRow())
                .toList();
    }

    /** The query variables: name and query. */
    public Map<String, String> queryVariables() {
        Map<String, String> queries = new LinkedHashMap<>();
        variables()
                .filter(variable -> variable.path("type").asString().equals("query"))
                .forEach(variable -> queries.put(
                        variable.path("name").asString(),
                        variable.at("/query/query").asString()));
        return queries;
    }

    Stream<JsonNode> variables() {
        return json.at("/templating/list").valueStream();
    }
}
