package dev.haru.latency.source;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.entry;

import dev.haru.latency.trace.HaruTraces;
import dev.haru.latency.trace.Span;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GrowingFilesTests {

    @TempDir
    Path directory;

    @Test
    void onlyAppendedLinesAreReadAgain() throws IOException {
        append("a.jsonl", line(1));
        GrowingFiles files = files();
        assertThat(poll(files)).containsExactly(1L);

        append("a.jsonl", line(2) + line(3));

        assertThat(poll(files)).containsExactly(2L, 3L);
        assertThat(poll(files)).isEmpty();
    }

    @Test
    void incompleteLineIsReadWhenItIsComplete() throws IOException {
        String line = line(2);
        append("a.jsonl", line(1) + line.substring(0, 40));
        GrowingFiles files = files();
        assertThat(poll(files)).containsExactly(1L);
        assertThat(poll(files)).isEmpty();

        append("a.jsonl", line.substring(40));

        assertThat(poll(files)).containsExactly(2L);
    }

    @Test
    void lastLineWithoutLineBreakIsReadOnceTheFileRests() throws IOException {
        append("a.jsonl", line(1) + line(2).strip());
        GrowingFiles files = files();

        assertThat(poll(files)).containsExactly(1L);
        assertThat(poll(files)).containsExactly(2L);
        assertThat(poll(files)).isEmpty();
    }

    @Test
    void rotatedFileIsNotReadAgain() throws IOException {
        append("a.jsonl", line(1));
        GrowingFiles files = files();
        poll(files);

        Files.move(directory.resolve("a.jsonl"), directory.resolve("a.jsonl.1"));
        append("a.jsonl", line(2));

        assertThat(poll(files)).containsExactly(2L);
    }

    @Test
    void truncatedFileIsReadFromItsStart() throws IOException {
        append("a.jsonl", line(1) + line(2));
        GrowingFiles files = files();
        poll(files);

        Files.writeString(directory.resolve("a.jsonl"), line(3));

        assertThat(poll(files)).containsExactly(3L);
    }

    @Test
    void fileOfOneDocumentIsReadAgainAfterAChange() throws IOException {
        append("a.json", line(1));
        GrowingFiles files = files();
        assertThat(poll(files)).containsExactly(1L);
        assertThat(poll(files)).isEmpty();

        Files.writeString(directory.resolve("a.json"), line(1) + line(2));

        assertThat(poll(files)).containsExactly(1L, 2L);
    }

    @Test
    void invalidLineIsReportedAndTheRestIsRead() throws IOException {
        append("a.jsonl", "nonsense\n");
        append("b.jsonl", line(1));
        GrowingFiles files = files();
        List<Long> read = new ArrayList<>();

        assertThatExceptionOfType(BadInput.class)
                .isThrownBy(() -> files.poll(span -> read.add(span.traceId().low())))
                .withMessageContaining("a.jsonl, line 1: not OTLP/JSON");
        assertThat(read).containsExactly(1L);

        append("a.jsonl", line(2));
        assertThatExceptionOfType(BadInput.class)
                .isThrownBy(() -> files.poll(span -> read.add(span.traceId().low())))
                .withMessageContaining("a.jsonl, line 1: not OTLP/JSON");
        assertThat(read).containsExactly(1L, 2L);
    }

    @Test
    void droppedSpanOfAFileThatIsReadAgainCountsOnce() throws IOException {
        String unfinished = line(1).replaceAll("\"endTimeUnixNano\":\"\\d+\"", "\"endTimeUnixNano\":\"0\"");
        append("a.json", unfinished);
        append("b.jsonl", unfinished);
        GrowingFiles files = files();
        poll(files);

        append("a.json", line(2));
        append("b.jsonl", line(3));
        poll(files);

        assertThat(files.dropped().counts()).containsOnly(entry(DropReason.UNFINISHED, 2L));
        Files.delete(directory.resolve("a.json"));
        poll(files);
        assertThat(files.dropped().counts()).containsOnly(entry(DropReason.UNFINISHED, 2L));
    }

    @Test
    void emptyDirectoryIsReportedUntilItHasAFile() throws IOException {
        GrowingFiles files = files();
        assertThatExceptionOfType(BadInput.class).isThrownBy(() -> poll(files)).withMessageContaining("No .json");

        append("a.jsonl", line(1));

        assertThat(poll(files)).containsExactly(1L);
    }

    private GrowingFiles files() {
        return new GrowingFiles(directory, false);
    }

    private static List<Long> poll(GrowingFiles files) {
        List<Long> read = new ArrayList<>();
        files.poll(span -> read.add(span.traceId().low()));
        return read;
    }

    private void append(String file, String text) throws IOException {
        Files.writeString(directory.resolve(file), text, UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private static String line(long number) {
        Span span = HaruTraces.create(number).spans().getFirst();
        return OtlpFiles.line(span);
    }
}
