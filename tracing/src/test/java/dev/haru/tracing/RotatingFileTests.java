package dev.haru.tracing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RotatingFileTests {

    @TempDir
    private Path directory;

    @Test
    void fullFileIsRotatedAndTheOldestIsDeleted() throws IOException {
        Path file = directory.resolve("made").resolve("spans.jsonl");
        try (RotatingFile out = new RotatingFile(file, 8, 3)) {
            for (int line = 1; line <= 7; line++) {
                out.write(("line " + line + "\n").getBytes(UTF_8));
            }
        }

        assertThat(Files.readString(file)).isEqualTo("line 7\n");
        assertThat(Files.readString(file.resolveSibling("spans.jsonl.1"))).isEqualTo("line 5\nline 6\n");
        assertThat(Files.readString(file.resolveSibling("spans.jsonl.2"))).isEqualTo("line 3\nline 4\n");
        try (Stream<Path> files = Files.list(file.getParent())) {
            assertThat(files).hasSize(3);
        }
    }

    @Test
    void lineWrittenInPartsStaysInOneFile() throws IOException {
        Path file = directory.resolve("spans.jsonl");
        try (RotatingFile out = new RotatingFile(file, 4, 3)) {
            out.write("a long ".getBytes(UTF_8));
            out.write("line".getBytes(UTF_8));
            out.write('\n');
            out.write("next\nand".getBytes(UTF_8), 0, 5);
            out.write("last\n".getBytes(UTF_8), 0, 3);
        }

        assertThat(Files.readString(file.resolveSibling("spans.jsonl.1"))).isEqualTo("next\n");
        assertThat(Files.readString(file.resolveSibling("spans.jsonl.2"))).isEqualTo("a long line\n");
        assertThat(file).isEmptyFile();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 8191, 8192, 8193, 20_000})
    void existingFileIsContinuedAfterItsLastWholeLine(int partialLine) throws IOException {
        assertThat(continued("first\nbefore\n" + "{".repeat(partialLine))).isEqualTo("first\nbefore\nafter\n");
    }

    @Test
    void fileWithOnlyAPartialLineIsEmptied() throws IOException {
        assertThat(continued("{".repeat(20_000))).isEqualTo("after\n");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void writingResumesAfterTheDiskWasFull() throws IOException {
        Path file = directory.resolve("spans.jsonl");
        Files.createSymbolicLink(file, Path.of("/dev/full"));
        try (RotatingFile out = new RotatingFile(file, 100, 2)) {
            assertThatIOException().isThrownBy(() -> {
                out.write("{\"lost\":1}\n".getBytes(UTF_8));
                out.flush();
            });
            Files.delete(file);
            Files.writeString(file, "before\n{\"lo");
            out.write("after\n".getBytes(UTF_8));
        }

        assertThat(Files.readString(file)).isEqualTo("before\nafter\n");
    }

    private String continued(String content) throws IOException {
        Path file = Files.writeString(directory.resolve("spans.jsonl"), content);
        try (RotatingFile out = new RotatingFile(file, 100, 2)) {
            out.write("after\n".getBytes(UTF_8));
        }
        return Files.readString(file);
    }
}
