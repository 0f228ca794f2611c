package dev.haru.local.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgressWatchTests {

    @TempDir
    private Path directory;

    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void kill() {
        started.forEach(process -> Processes.kill(process.toHandle()));
    }

    @Test
    void readyPartEndsTheWait() throws Exception {
        watch("sleep 600").await(() -> true, "was not ready");

        assertThat(started).allMatch(Process::isAlive);
    }

    @Test
    void slowPartIsAwaitedUntilItIsReady() throws Exception {
        watch("for i in 1 2 3; do sleep 1; echo step $i; done; exec sleep 600")
                .await(() -> Files.exists(log()) && readLog().contains("step 3"), "was not ready");

        assertThat(started).allMatch(Process::isAlive);
    }

    @Test
    void partThatHangsIsReportedWithTheEndOfItsLog() throws IOException {
        ProgressWatch watch = watch("echo waiting for ever; exec sleep 600", Duration.ofSeconds(2));

        assertThatExceptionOfType(PartFailed.class)
                .isThrownBy(() -> watch.await(() -> false, "was not ready"))
                .withMessageContainingAll("part was not ready after 2 s without progress", "waiting for ever");
    }

    @Test
    void endedPartIsReportedWithTheEndOfItsLog() throws IOException {
        ProgressWatch watch = watch("echo no database; exit 3");

        assertThatExceptionOfType(PartFailed.class)
                .isThrownBy(() -> watch.await(() -> false, "was not ready"))
                .withMessageContainingAll("part died with exit code 3", "no database");
    }

    private ProgressWatch watch(String script) throws IOException {
        return watch(script, PartProgress.STALL);
    }

    private ProgressWatch watch(String script, Duration stall) throws IOException {
        Process process = new ProcessBuilder(List.of("/bin/sh", "-c", script))
                .redirectErrorStream(true)
                .redirectOutput(log().toFile())
                .start();
        started.add(process);
        return new ProgressWatch(new StubPart(process, log()), log(), stall);
    }

    private Path log() {
        return directory.resolve("part.log");
    }

    private String readLog() {
        try {
            return Files.readString(log());
        } catch (IOException e) {
            return "";
        }
    }

    private record StubPart(Process running, Path log) implements Part {

        @Override
        public String name() {
            return "part";
        }

        @Override
        public boolean isAlive() {
            return running.isAlive();
        }

        @Override
        public ProcessHandle process() {
            return running.toHandle();
        }

        @Override
        public PartFailed failure() {
            return PartFailed.of(name(), "died with exit code " + running.exitValue(), log);
        }

        @Override
        public void stop() {
            Processes.stop(process(), Processes.GRACE);
        }
    }
}
