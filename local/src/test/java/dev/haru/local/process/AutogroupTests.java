package dev.haru.local.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AutogroupTests {

    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void nameFile() {
        file = directory.resolve("autogroup");
    }

    @Test
    void defaultPriorityIsLowered() throws IOException {
        kernelSays(0);

        Autogroup.lowerPriority(file);

        assertThat(file).hasContent("2");
    }

    @Test
    void otherPriorityStays() throws IOException {
        kernelSays(-3);

        Autogroup.lowerPriority(file).close();

        assertThat(file).hasContent("/autogroup-12 nice -3");
    }

    @Test
    void loweredPriorityIsRestoredOnClose() throws IOException {
        kernelSays(0);
        Autogroup group = Autogroup.lowerPriority(file);
        kernelSays(2);

        group.close();

        assertThat(file).hasContent("0");
    }

    @Test
    void missingFileIsIgnored() {
        assertThatCode(() -> Autogroup.lowerPriority(file).close()).doesNotThrowAnyException();
        assertThat(file).doesNotExist();
    }

    private void kernelSays(int nice) throws IOException {
        Files.writeString(file, "/autogroup-12 nice %d\n".formatted(nice));
    }
}
