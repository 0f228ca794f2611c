package dev.haru.local.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ProgressTests {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final Progress progress = new Progress(new PrintStream(out, true, StandardCharsets.UTF_8));

    @Test
    void stepPrintsItsDuration() {
        try (Progress.Step step = progress.begin("Redis", "starting")) {
            step.done("ready");
        }

        assertThat(lines()).hasSize(2);
        assertThat(lines()[0]).isEqualTo("  Redis              starting");
        assertThat(lines()[1]).matches(" {2}Redis {14}ready after \\d+\\.\\d s");
    }

    @Test
    void reminderListsPendingSteps() {
        try (Progress.Step done = progress.begin("Redis", "starting");
                Progress.Step pending = progress.begin("PostgreSQL", "starting")) {
            done.done("ready");
            progress.remind(15);
            pending.done("ready");
        }
        progress.remind(30);

        assertThat(lines()).hasSize(5);
        assertThat(lines()[3]).endsWith("PostgreSQL: in progress, 15 s since the start");
    }

    @Test
    void failedStepIsNotPending() {
        progress.begin("Redis", "starting").close();
        progress.remind(15);

        assertThat(lines()).hasSize(1);
    }

    private String[] lines() {
        return out.toString(StandardCharsets.UTF_8).split("\\R");
    }
}
