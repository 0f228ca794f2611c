package dev.haru.local.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PidFileTests {

    @TempDir
    private Path directory;

    private Path file;
    private PidFile pid;
    private Process process;

    @BeforeEach
    void startProcess() throws IOException {
        file = directory.resolve("sleeper");
        pid = new PidFile(file);
        process = new ProcessBuilder("sleep", "60").start();
    }

    @AfterEach
    void endProcess() {
        process.destroyForcibly();
    }

    @Test
    void runningProcessIsFound() {
        pid.write(process.toHandle());

        assertThat(pid.running()).contains(process.toHandle());
    }

    @Test
    void endedProcessIsNotFound() {
        pid.write(process.toHandle());
        Processes.stop(process.toHandle(), Processes.GRACE);

        assertThat(pid.running()).isEmpty();
    }

    @Test
    void unrelatedProcessWithThePidIsNotFound() throws IOException {
        long otherStart = Instant.now().minusSeconds(3600).toEpochMilli();
        Files.writeString(file, process.pid() + " " + otherStart + "\n");

        assertThat(pid.running()).isEmpty();
    }

    @Test
    void missingOrInvalidFileFindsNoProcess() throws IOException {
        assertThat(pid.running()).isEmpty();
        for (String content : new String[] {"", "12", "many words here"}) {
            Files.writeString(file, content);
            assertThat(pid.running()).isEmpty();
        }
    }

    @Test
    void deletedFileFindsNoProcess() {
        pid.write(process.toHandle());
        pid.delete();

        assertThat(file).doesNotExist();
    }
}
