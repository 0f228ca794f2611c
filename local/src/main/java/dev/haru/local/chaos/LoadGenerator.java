package dev.haru.local.chaos;

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

/** k6, sending visits until it is closed, and what it has told of them so far. */
final class LoadGenerator implements AutoCloseable {

    private final Process k6;
    private final Path calls;
    private final Path log;

    private LoadGenerator(Process k6, Path calls, Path log) {
        this.k6 = k6;
        this.calls = calls;
        this.log = log;
    }

    static LoadGenerator send(Path repository, Path folder, Map<String, String> variables) {
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

    /** All calls so far, in the order of their answers. */
    List<Call> calls() {
        if (!Processes.isAlive(k6.toHandle())) {
            throw PartFailed.of("k6", "ended with exit code " + k6.exitValue(), log);
        }
        return read();
    }

    /** Those within a time. */
    List<Call> calls(Instant from, Instant to) {
        return calls().stream()
                .filter(call -> !call.at().isBefore(from) && call.at().isBefore(to))
                .toList();
    }

    /** Lets visits under way end; answers all calls. */
    List<Call> end() {
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
