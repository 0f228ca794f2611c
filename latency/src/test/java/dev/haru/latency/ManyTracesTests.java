package dev.haru.latency;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.latency.source.OtlpFiles;
import dev.haru.latency.trace.HaruTraces;
import dev.haru.latency.trace.Span;
import dev.haru.latency.trace.Trace;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the tool in a separate process whose heap is smaller than its input. */
class ManyTracesTests {

    private static final int TRACES = 50_000;

    @TempDir
    Path directory;

    @Test
    void fiftyThousandTracesNeedAtMost64Megabytes() throws IOException, InterruptedException {
        write();

        Process process = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-Xmx64m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        "of",
                        HaruTraces.CREATE,
                        "--files",
                        directory.toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(output).startsWith("POST /v1/schedules: 50,000 requests in 2 files");
        assertThat(process.waitFor()).isZero();
    }

    /** Writes one file for each service, so that a trace is complete only at the end. */
    private void write() throws IOException {
        Trace pattern = HaruTraces.of(
                0,
                trace -> trace.server("gateway", HaruTraces.CREATE, 0, 30)
                        .call(HaruTraces.CREATE, 3, 29)
                        .at("schedule-service", HaruTraces.CREATE, 4, 28)
                        .sql(HaruTraces.INSERT, 18, 26));
        Map<String, BufferedWriter> files = new HashMap<>();
        for (Span span : pattern.spans()) {
            String line = OtlpFiles.line(span);
            int id = line.indexOf(pattern.id().toString()) + 16;
            String file = span.service() + ".jsonl";
            if (!files.containsKey(file)) {
                files.put(file, Files.newBufferedWriter(directory.resolve(file)));
            }
            for (long number = 0; number < TRACES; number++) {
                files.get(file).write(line, 0, id);
                files.get(file).write(HexFormat.of().toHexDigits(number));
                files.get(file).write(line, id + 16, line.length() - id - 16);
            }
        }
        for (BufferedWriter file : files.values()) {
            file.close();
        }
    }
}
