package dev.haru.latency;

import static dev.haru.latency.CommandLineFixture.files;
import static dev.haru.latency.CommandLineFixture.latency;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.latency.CommandLineFixture.Result;
import dev.haru.latency.trace.HaruTraces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BudgetCommandTests {

    @TempDir
    Path directory;

    @Test
    void keptBudgetsExitWithZero() throws IOException {
        Result result = budget("POST /v1/schedules: {gateway: 4ms, db: 12ms, p95: 30ms, failed: 0%}");

        assertThat(result.code()).isZero();
        assertThat(result.out())
                .containsPattern("gateway +p95 +4\\.000 ms +4\\.000 ms +40 +kept")
                .containsPattern("db +p95 +12\\.0 ms +12\\.0 ms +40 +kept")
                .containsPattern("total +p95 +30\\.0 ms +30\\.0 ms +40 +kept")
                .containsPattern("total +failed +0\\.0 % +0\\.0 %");
    }

    @Test
    void exceededBudgetExitsWithOneAndIsMarked() throws IOException {
        Result result = budget("POST /v1/schedules: {gateway: 3999us, member-service: {p50: 10ms, p90: 5ms}}");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.out())
                .containsPattern("gateway +p95 +3\\.999 ms +4\\.000 ms +40 +OVER")
                .containsPattern("member-service +p50 .* kept")
                .containsPattern("member-service +p90 +5\\.000 ms +6\\.000 ms +40 +OVER");
    }

    @Test
    void kindOfOneServiceCanHaveABudget() throws IOException {
        Result result = budget("POST /v1/schedules: {member/db: 4ms, schedule/pool: 0.5ms, hash: 1ms}");

        assertThat(result.out())
                .containsPattern("member/db .* 4\\.000 ms +40 +kept")
                .containsPattern("schedule/pool .* 1\\.000 ms +40 +OVER")
                .containsPattern("hash .* 0\\.000 ms +40 +kept");
    }

    @Test
    void queryNeedsTempo() throws IOException {
        assertThat(budget("POST /v1/schedules: {p95: 30ms}", "--query", "{ }").err())
                .isEqualTo("latency: --query selects traces of Tempo: set --tempo URL instead of --files.\n");
    }

    @Test
    void unseenRoutesAreSkippedOnRequestUnlessAllAreUnseen() throws IOException {
        String budgets = "{POST /v1/schedules: {p95: 30ms}, GET /v1/locations: {p95: 5ms}}";

        assertThat(budget(budgets).code()).isEqualTo(2);
        assertThat(budget(budgets, "--skip-unseen").code()).isZero();
        assertThat(budget(budgets, "--skip-unseen").out()).doesNotContain("locations");
        assertThat(budget("GET /v1/locations: {p95: 5ms}", "--skip-unseen").code())
                .isEqualTo(2);
    }

    @Test
    void percentileOfTooFewRequestsIsNotJudged() throws IOException {
        String budgets = "POST /v1/schedules: {gateway: {p99: 1us}, failed: 0%}";

        assertThat(budget(budgets).code()).isEqualTo(2);
        assertThat(budget(budgets).err())
                .contains("POST /v1/schedules: 40 requests are too few: p99 needs 100. Measure longer");
        Result skipping = budget(budgets, "--skip-unseen");
        assertThat(skipping.code()).isZero();
        assertThat(skipping.out()).containsPattern("gateway +p99 .* 40 +too few");
    }

    private Result budget(String budgets, String... more) throws IOException {
        Path file = Files.writeString(directory.resolve("budgets.yaml"), budgets);
        String traces = files(Files.createTempDirectory(directory, "run"), "a", 40, HaruTraces::create);
        List<String> arguments = new ArrayList<>(List.of("budget", file.toString(), "--files", traces));
        arguments.addAll(List.of(more));
        return latency(arguments.toArray(String[]::new));
    }
}
