package dev.haru.tracing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RotatingFileTests {

    @TempDir
    private Path directory;

    @Test
    void whenItIsFullTheOldestFileGoes() throws IOException {
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
    void whenALineComesInPartsItStaysInOneFile() throws IOException {
        Path file = directory.resolve("spans.jsonl");
        try (RotatingFile out = new RotatingFile(file, 4, 2)) {
            out.write("a long ".getBytes(UTF_8));
            out.write("line".getBytes(UTF_8));
            out.write('\n');
            out.write("next\n".getBytes(UTF_8), 0, 4);
        }

        assertThat(Files.readString(file.resolveSibling("spans.jsonl.1"))).isEqualTo("a long line\n");
        assertThat(Files.readString(file)).isEqualTo("next");
    }

    @Test
    void whenThereIsAFileItGoesOnWithIt() throws IOException {
        Path file = directory.resolve("spans.jsonl");
        Files.writeString(file, "before\n");
        try (RotatingFile out = new RotatingFile(file, 100, 2)) {
            out.write("after\n".getBytes(UTF_8));
        }

        assertThat(Files.readString(file)).isEqualTo("before\nafter\n");
    }
}
