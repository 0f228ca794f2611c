package dev.haru.systemtests.chart;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The Kubernetes resources of a rendered chart or of a file. */
final class Manifests {

    private static final Path REPOSITORY = Path.of("..").toAbsolutePath().normalize();
    private static final JsonMapper JSON = new JsonMapper();
    private static final String NAME = "app.kubernetes.io/name";

    private final List<JsonNode> resources;

    private Manifests(String yaml) {
        this.resources = StreamSupport.stream(new Yaml().loadAll(yaml).spliterator(), false)
                .filter(Objects::nonNull)
                .map(JSON::<JsonNode>valueToTree)
                .toList();
    }

    /**
     * Whether helm is installed or built. Returns true with CI=true, so that a run there fails without helm and skips
     * no test.
     */
    static boolean canBeRendered() {
        return "true".equals(System.getenv("CI"))
                || Files.isExecutable(REPOSITORY.resolve(".run/bin/helm"))
                || Arrays.stream(Objects.requireNonNullElse(System.getenv("PATH"), "")
                                .split(":"))
                        .anyMatch(folder -> Files.isExecutable(Path.of(folder, "helm")));
    }

    /** Renders the chart of the whole system with the evaluation values and these options. */
    static Manifests ofTheChart(String... options) throws IOException, InterruptedException {
        return rendered("charts/haru/values-evaluation.yaml", options);
    }

    /**
     * Renders the chart with the production values of its tests, for a cluster that has Prometheus Operator, Gateway
     * API and Argo Rollouts.
     */
    static Manifests ofTheChartForProduction(String... options) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>();
        for (String kinds :
                List.of("monitoring.coreos.com/v1", "gateway.networking.k8s.io/v1", "argoproj.io/v1alpha1")) {
            all.addAll(List.of("--api-versions", kinds));
        }
        all.addAll(List.of(options));
        return rendered("charts/haru/ci/production-values.yaml", all.toArray(String[]::new));
    }

    private static Manifests rendered(String values, String... options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                "tools/chart-tool",
                "helm",
                "template",
                "haru",
                "charts/haru",
                "--namespace",
                "haru",
                "--values",
                values));
        command.addAll(List.of(options));
        Process helm = new ProcessBuilder(command)
                .directory(REPOSITORY.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String rendered = new String(helm.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!helm.waitFor(5, TimeUnit.MINUTES) || helm.exitValue() != 0) {
            throw new IllegalStateException("failed: " + String.join(" ", command));
        }
        return new Manifests(rendered);
    }

    /** Reads the resources of a file in the repository. */
    static Manifests ofTheFile(String path) throws IOException {
        return new Manifests(Files.readString(REPOSITORY.resolve(path)));
    }

    static Path readme() {
        return REPOSITORY.resolve("README.md");
    }

    Stream<JsonNode> ofKind(String kind) {
        return resources.stream().filter(one -> one.path("kind").asString().equals(kind));
    }

    /** The pod names that a selector matches. Empty if the selector uses another label. */
    static List<String> namesIn(JsonNode selector) {
        JsonNode one = selector.path("matchLabels").path(NAME);
        JsonNode some = selector.at("/matchExpressions/0");
        if (some.path("key").asString().equals(NAME)
                && some.path("operator").asString().equals("In")) {
            return some.path("values").valueStream().map(JsonNode::asString).toList();
        }
        return one.isMissingNode() ? List.of() : List.of(one.asString());
    }
}
