package dev.haru.local.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunDirectoryTests {

    @TempDir
    private Path parent;

    private RunDirectory directory;

    @BeforeEach
    void nameDirectory() {
        directory = new RunDirectory(parent.resolve("run"));
    }

    @Test
    void freshLogKeepsThePreviousLog() throws IOException {
        Files.writeString(directory.freshLog("gateway"), "first");
        Files.writeString(directory.freshLog("gateway"), "second");

        assertThat(directory.log("gateway")).hasContent("second");
        assertThat(directory.root().resolve("log/gateway.log.1")).hasContent("first");
    }

    @Test
    void deletingDataLeavesUnpackedServices() throws IOException {
        Secrets.in(directory.secrets()).get("database.auth");
        Path data = Files.createDirectories(directory.postgres().resolve("data/base"));
        Path app = Files.createDirectories(directory.app("gateway"));

        directory.deleteData();

        assertThat(data.getParent()).doesNotExist();
        assertThat(directory.secrets()).doesNotExist();
        assertThat(app).exists();
    }

    @Test
    void secondLauncherIsRefusedWithThePidOfTheFirst() {
        try (RunLock _ = RunLock.of(directory)) {
            assertThatExceptionOfType(Refusal.class)
                    .isThrownBy(() -> RunLock.of(directory))
                    .withMessageContainingAll(
                            directory.root().toString(),
                            Long.toString(ProcessHandle.current().pid()));
        }
        try (RunLock again = RunLock.of(directory)) {
            assertThat(again).isNotNull();
        }
    }

    @Test
    void directoryIsAccessibleToItsOwnerOnly() throws IOException {
        try (RunLock _ = RunLock.of(directory)) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.root())))
                    .isEqualTo("rwx------");
        }
    }

    @Test
    void unwritableDirectoryIsRefusedWithARemedy() throws IOException {
        Path file = Files.createFile(parent.resolve("file"));

        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> RunLock.of(new RunDirectory(file.resolve("run"))))
                .withMessageContaining("HARU_RUN_DIR");
    }
}
