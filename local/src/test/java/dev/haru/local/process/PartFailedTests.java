package dev.haru.local.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PartFailedTests {

    @TempDir
    private Path directory;

    @Test
    void messageEndsWithTheLastLinesOfTheLog() throws IOException {
        Path log = Files.writeString(
                directory.resolve("gateway.log"),
                IntStream.rangeClosed(1, 20_000).mapToObj(i -> "line " + i).collect(Collectors.joining("\n")));

        assertThat(PartFailed.of("gateway", "died with exit code 137", log))
                .message()
                .startsWith("gateway died with exit code 137. The last lines of " + log + ":\n  | line 19981\n")
                .endsWith("\n  | line 20000");
    }

    @Test
    void emptyLogIsReported() {
        Path log = directory.resolve("gateway.log");

        assertThat(PartFailed.of("gateway", "died", log))
                .hasMessage("gateway died. The process wrote nothing to " + log);
    }
}
