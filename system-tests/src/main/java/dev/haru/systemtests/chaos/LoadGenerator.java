package dev.haru.systemtests.chaos;

import dev.haru.local.process.PartFailed;
import dev.haru.local.process.Processes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Runs k6, which sends requests until this object is closed, and reads the calls that k6 has recorded. */
final class LoadGenerator implements AutoCloseable {

    private final Process k6;
    private final Path calls;
    private final Path log;

    private LoadGenerator(Process k6, Path calls, Path log) {
        this.k6 = k6;
        this.calls = calls;
        this.log = log;
    }

    static LoadGenerator start(Path repository, Path folder, Map<String, String> variables) {
        Path calls = folder.resolve("calls.txt");
        Path log = folder.resolve("k6.log");
        ProcessBuilder builder = new ProcessBuilder(Processes.shielded(Stream.concat(
                        Stream.of(
                                repository.resolve("tools/k6").toString(),
                                "run",
                                "--quiet",
                                "--no-color",
                                "--log-format=raw",
                                "--console-output=" + calls,
                                repository.resolve("k6/faults.js").toString()),
                        variables.entrySet().stream()
                                .flatMap(each -> Stream.of("-e", each.getKey() + "=" + each.getValue())))
                .toList()));
        try {
            Files.createDirectories(folder);
            Files.deleteIfExists(calls);
            return new LoadGenerator(
                    builder.redirectErrorStream(true)
                            .redirectOutput(log.toFile())
                            .start(),
                    calls,
                    log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns all recorded calls, in the order of their responses. Throws {@link PartFailed} if k6 has ended. */
    List<Call> calls() {
        if (!Processes.isAlive(k6.toHandle())) {
            throw PartFailed.of("k6", "ended with exit code " + k6.exitValue(), log);
        }
        return read();
    }

    /** Returns the calls with a response from {@code from} (inclusive) to {@code to} (exclusive). */
    List<Call> calls(Instant from, Instant to) {
        return calls().stream()
                .filter(call -> !call.at().isBefore(from) && call.at().isBefore(to))
                .toList();
    }

    /** Stops k6 after the iterations in progress, for at most 15 seconds. Returns all calls. */
    List<Call> stop() {
        close();
        return read();
    }

    @Override
    public void close() {
        Processes.stop(k6.toHandle(), Duration.ofSeconds(15));
    }

    private List<Call> read() {
        if (!Files.exists(calls)) {
            return List.of();
        }
        try (Stream<String> lines = Files.lines(calls)) {
            return lines.map(Call::of).flatMap(Optional::stream).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
