package dev.haru.systemtests.chart;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.systemtests.chart.RecordedTempo.Recorded;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Runs the packaged tool with the arguments of the chart's Jobs against a server with Tempo's API. */
@Execution(ExecutionMode.CONCURRENT)
@EnabledIf(
        value = "dev.haru.systemtests.chart.Manifests#canBeRendered",
        disabledReason = "no helm: make lint ONLY=charts builds it")
class LatencyJobTests {

    private static final String CONTAINER = "/template/spec/containers/0/args";

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({"Job, job, /spec", "CronJob, cronJob, /spec/jobTemplate/spec"})
    void diffFailsIfTheHopTakes20MillisecondsLonger(String kind, String value, String job) throws Exception {
        Result delayed = run("diff", kind, value, job, LatencyJobTests::isAfterTheUpgrade);

        assertThat(delayed.output()).contains("slower: gateway network to schedule-service, +20.0 ms");
        assertThat(delayed.code()).isEqualTo(1);
        assertThat(run("diff", kind, value, job, LatencyJobTests::isNever).code())
                .isZero();
    }

    @ParameterizedTest
    @CsvSource({"Job, job, /spec", "CronJob, cronJob, /spec/jobTemplate/spec"})
    void budgetFailsIfTheHopTakes20MillisecondsLonger(String kind, String value, String job) throws Exception {
        Result delayed = run("budget", kind, value, job, LatencyJobTests::isAfterTheUpgrade);

        assertThat(delayed.output()).containsPattern("network +p95 +15\\.0 ms +2[0-9.]+ ms .* OVER");
        assertThat(delayed.code()).isEqualTo(1);
        assertThat(run("budget", kind, value, job, LatencyJobTests::isNever).code())
                .isZero();
    }

    @Test
    void analysisFailsIfOnlyTheCanaryIsSlower() throws Exception {
        assertThat(analyse(request -> request.pod().contains(RecordedTempo.CANARY), "now-16m/15m")
                        .code())
                .isEqualTo(1);
        assertThat(analyse(LatencyJobTests::isNever, "now-16m/15m").code()).isZero();
    }

    @Test
    void analysisWithoutHashesComparesTheWindows() throws Exception {
        assertThat(analyse(LatencyJobTests::isAfterTheUpgrade, "").code()).isEqualTo(1);
        assertThat(analyse(LatencyJobTests::isNever, "").code()).isZero();
    }

    private static boolean isAfterTheUpgrade(Recorded request) {
        return request.start().isAfter(Instant.now().minus(Duration.ofMinutes(20)));
    }

    private static boolean isNever(Recorded request) {
        return false;
    }

    private Result run(String check, String kind, String value, String job, Predicate<Recorded> delayed)
            throws IOException, InterruptedException {
        try (RecordedTempo tempo = new RecordedTempo(delayed)) {
            Manifests chart = chart(tempo, check, value);
            JsonNode spec = chart.ofKind(kind).findFirst().orElseThrow().at(job);
            Path budgets = directory.resolve("budgets.yaml");
            for (JsonNode map : chart.ofKind("ConfigMap").toList()) {
                if (map.at("/data").has("budgets.yaml")) {
                    Files.writeString(budgets, map.at("/data/budgets.yaml").asString());
                }
            }
            return latency(spec.at(CONTAINER)
                    .valueStream()
                    .map(argument -> argument.asString().replace("/etc/haru/latency/budgets.yaml", budgets.toString()))
                    .toList());
        }
    }

    /** Argo Rollouts replaces the placeholders; with {@code before}, a rollout sets the windows and the hashes. */
    private static Result analyse(Predicate<Recorded> delayed, String before) throws IOException, InterruptedException {
        try (RecordedTempo tempo = new RecordedTempo(delayed)) {
            JsonNode spec = chart(tempo, "diff", "analysisTemplate")
                    .ofKind("AnalysisTemplate")
                    .findFirst()
                    .orElseThrow()
                    .at("/spec");
            boolean canary = !before.isEmpty();
            return latency(spec.at("/metrics/0/provider/job/spec" + CONTAINER)
                    .valueStream()
                    .map(argument -> argument.asString()
                            .replace("{{args.before}}", canary ? before : value(spec, 0))
                            .replace("{{args.after}}", canary ? before : value(spec, 1))
                            .replace("{{args.stable-hash}}", canary ? RecordedTempo.STABLE : value(spec, 2))
                            .replace("{{args.canary-hash}}", canary ? RecordedTempo.CANARY : value(spec, 3)))
                    .toList());
        }
    }

    private static String value(JsonNode spec, int argument) {
        return spec.at("/args/" + argument + "/value").asString();
    }

    private static Manifests chart(RecordedTempo tempo, String check, String value)
            throws IOException, InterruptedException {
        return Manifests.ofTheChart(
                "--api-versions=argoproj.io/v1alpha1",
                "--set=latency.tempo.url=" + tempo.url(),
                "--set=latency." + check + "." + value + ".enabled=true",
                "--set-json=latency.budget.budgets={\"GET /v1/schedules\": {\"network\": \"15ms\"}}");
    }

    private static Result latency(List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of(Path.of("..", "tools", "latency").toAbsolutePath().toString()));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1"); // halves the time of a short run
        Process tool = builder.start();
        String output = new String(tool.getInputStream().readAllBytes(), UTF_8);
        assertThat(tool.waitFor(5, TimeUnit.MINUTES)).isTrue();
        return new Result(tool.exitValue(), output);
    }

    private record Result(int code, String output) {}
}
