package dev.haru.local.system;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The packaged command-line tool, started by its script. */
final class LatencyTool {

    private static final Path SCRIPT = Path.of("..", "tools", "latency").toAbsolutePath();
    private static final int MINUTES = 2;

    private LatencyTool() {}

    /** Compares the requests of one route in two files. */
    static Diff diff(String route, String threshold, Path before, Path after) throws IOException, InterruptedException {
        List<String> command = List.of(
                SCRIPT.toString(),
                "diff",
                "--json",
                "--route=" + route,
                "--threshold=" + threshold,
                "--before=" + before,
                "--after=" + after);
        Process tool = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(tool.getInputStream().readAllBytes(), UTF_8);
        if (!tool.waitFor(MINUTES, TimeUnit.MINUTES) || tool.exitValue() > 1) {
            throw new IllegalStateException(output);
        }
        return new Diff(tool.exitValue(), new JsonMapper().readTree(output).path(0));
    }

    /** The result for the route. */
    record Diff(int exitCode, JsonNode json) {

        /** The components that became slower, or faster, by more than the threshold and more than chance. */
        List<String> components(String verdict) {
            return json.path("components")
                    .valueStream()
                    .filter(change -> change.path("verdict").asString().equals(verdict))
                    .map(change -> change.path("what").asString())
                    .toList();
        }

        /** The hops that are taken more often, or less often, than before. */
        List<String> calls() {
            return json.path("calls")
                    .valueStream()
                    .map(change -> change.path("what").asString())
                    .toList();
        }

        /** The change of a component's mean in milliseconds. */
        double millis(String component) {
            return json.path("components")
                            .valueStream()
                            .filter(change -> change.path("what").asString().equals(component))
                            .mapToDouble(change -> change.path("after").asDouble()
                                    - change.path("before").asDouble())
                            .sum()
                    / 1e6;
        }
    }
}
