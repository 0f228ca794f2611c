package dev.haru.local.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessorWaitTests {

    @TempDir
    private Path tasks;

    @Test
    void waitsOfAllThreadsAreAdded() throws IOException {
        thread("7", "5000000000 2000000000 12\n");
        thread("8", "0 500000000 1\n");
        Files.createDirectory(tasks.resolve("9")); // has ended

        assertThat(ProcessorWait.of(tasks)).isEqualTo(Duration.ofMillis(2500));
    }

    @Test
    void waitOfAnEndedProcessIsZero() {
        assertThat(ProcessorWait.of(tasks.resolve("none"))).isZero();
    }

    @Test
    void waitOfARunningProcessIsRead() {
        assertThat(ProcessorWait.of(ProcessHandle.current())).isGreaterThanOrEqualTo(Duration.ZERO);
    }

    private void thread(String id, String schedstat) throws IOException {
        Files.writeString(Files.createDirectory(tasks.resolve(id)).resolve("schedstat"), schedstat);
    }
}
