package dev.haru.systemtests.system;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The packaged command-line tool, started by its script. */
final class LatencyTool {

    private static final Path SCRIPT = Path.of("..", "tools", "latency").toAbsolutePath();
    private static final int MINUTES = 5;

    private LatencyTool() {}

    /** Compares the requests of one route in two files. */
    static Diff diff(String route, String threshold, Path before, Path after) throws IOException, InterruptedException {
        Run run = run(
                "diff",
                "--no-github",
                "--route=" + route,
                "--threshold=" + threshold,
                "--before=" + before,
                "--after=" + after);
        return new Diff(run.exitCode, run.json);
    }

    /** Predicts the latency of a route with a changed component. */
    static JsonNode whatIf(String route, String change, Path traces) throws IOException, InterruptedException {
        return run("what-if", route, change, "--files=" + traces).json;
    }

    private static Run run(String... arguments) throws IOException, InterruptedException {
        List<String> command = Stream.concat(Stream.of(SCRIPT.toString()), Stream.of(arguments))
                .collect(Collectors.toList());
        command.add("--json");
        Path errors = Files.createTempFile("latency", ".err");
        try {
            return run(command, errors);
        } finally {
            Files.delete(errors);
        }
    }

    private static Run run(List<String> command, Path errors) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors.toFile());
        builder.environment().put("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1"); // halves the time of a short run
        Process tool = builder.start();
        String output = new String(tool.getInputStream().readAllBytes(), UTF_8);
        if (!tool.waitFor(MINUTES, TimeUnit.MINUTES) || tool.exitValue() > 1) {
            throw new IllegalStateException(output + Files.readString(errors));
        }
        return new Run(tool.exitValue(), new JsonMapper().readTree(output).path(0));
    }

    /** The result for the route. */
    private record Run(int exitCode, JsonNode json) {}

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

        /** The median of the requests after the change (ns). */
        double medianAfter() {
            return json.path("whole").path(1).path("after").asDouble();
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
