package dev.haru.local.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.haru.local.process.Refusal;
import dev.haru.local.process.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TracingTests {

    @TempDir
    private Path repository;

    @Test
    void environmentContainsServiceNameAndTraceFile() throws IOException {
        Path built = Files.createDirectories(repository.resolve("tracing/target"));
        Path agent = Files.createFile(built.resolve("opentelemetry-javaagent.jar"));
        Path extension = Files.createFile(built.resolve("tracing-" + ServiceJar.version() + ".jar"));

        Tracing tracing =
                Tracing.of(TracingAgent.of(repository), repository, new RunDirectory(repository.resolve("run")));

        assertThat(tracing.flags()).containsExactly("-javaagent:" + agent, "-Dotel.javaagent.extensions=" + extension);
        assertThat(tracing.environment(ServiceModule.MEMBER))
                .containsEntry("OTEL_SERVICE_NAME", "member-service")
                .containsEntry(
                        "HARU_TRACE_FILE",
                        repository.resolve("run/trace/member-service.jsonl").toString());
    }

    @Test
    void missingAgentIsRefused() {
        RunDirectory directory = new RunDirectory(repository.resolve("run"));

        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> Tracing.of(TracingAgent.of(repository), repository, directory))
                .withMessageContaining("Run make build");
    }
}
