package dev.haru.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.local.process.Processes;
import dev.haru.local.process.RunDirectory;
import dev.haru.local.process.RunLock;
import dev.haru.local.process.Secrets;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MainTests {

    private static final int REFUSED = 2;

    @TempDir
    private Path repository;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Map<String, String> environment = new HashMap<>();

    @Test
    void unknownCommandIsRefusedInOneLine() {
        assertThat(execute("dance")).isEqualTo(REFUSED);
        assertThat(err.toString(StandardCharsets.UTF_8)).hasLineCount(1).contains("dance", "clean-data");
    }

    @Test
    void runWithoutJarsIsRefusedInOneLine() {
        assertThat(execute("run")).isEqualTo(REFUSED);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .hasLineCount(1)
                .contains("auth-service is not built", "make build");
    }

    @Test
    void runWithAnInvalidPortIsRefusedInOneLine() {
        environment.put("HARU_GATEWAY_PORT", "http");

        assertThat(execute("run")).isEqualTo(REFUSED);
        assertThat(err.toString(StandardCharsets.UTF_8)).hasLineCount(1).contains("HARU_GATEWAY_PORT=http");
    }

    @Test
    void recordWithoutUnpackedServicesIsRefusedInOneLine() {
        environment.put("HARU_IMAGES", repository.toString());

        assertThat(execute("record")).isEqualTo(REFUSED);
        assertThat(err.toString(StandardCharsets.UTF_8)).hasLineCount(1).contains("service.jar", "Dockerfile");
    }

    @Test
    void cleanDataDeletesSecrets() {
        RunDirectory directory = new RunDirectory(repository.resolve(".run"));
        Secrets.in(directory.secrets()).get("database.auth");

        assertThat(execute("clean-data")).isZero();

        assertThat(directory.secrets()).doesNotExist();
        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains(directory.root().toString());
    }

    @Test
    void cleanDataWhileRunningIsRefusedInOneLine() {
        RunDirectory directory = new RunDirectory(repository.resolve(".run"));
        Secrets.in(directory.secrets()).get("database.auth");

        try (RunLock _ = RunLock.of(directory)) {
            assertThat(execute("clean-data")).isEqualTo(REFUSED);
        }

        assertThat(directory.secrets()).exists();
        assertThat(err.toString(StandardCharsets.UTF_8)).hasLineCount(1).contains("Ctrl-C");
    }

    @Test
    void stopEndsProcessesOfAnEarlierRun() throws Exception {
        Process orphan = new ProcessBuilder("sleep", "60").start();
        RunDirectory directory = new RunDirectory(repository.resolve(".run"));
        directory.pid("gateway").write(orphan.toHandle());

        assertThat(execute("stop")).isZero();

        assertThat(Processes.isAlive(orphan.toHandle())).isFalse();
        assertThat(directory.partsWithPidFile()).isEmpty();
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("gateway", Long.toString(orphan.pid()));
    }

    private int execute(String command) {
        return new Main(repository, environment, stream(out), stream(err)).execute(command);
    }

    private static PrintStream stream(ByteArrayOutputStream target) {
        return new PrintStream(target, true, StandardCharsets.UTF_8);
    }
}
