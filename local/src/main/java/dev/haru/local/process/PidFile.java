package dev.haru.local.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Records a process, so that a later launcher finds it after this launcher was killed. The file contains the pid and
 * the start time. The system reuses pids, and the start time protects an unrelated process from being stopped.
 */
public final class PidFile {

    /** The start time is computed from the boot time, which changes a little when the clock is set. */
    private static final Duration TOLERANCE = Duration.ofSeconds(2);

    private final Path file;

    public PidFile(Path file) {
        this.file = file;
    }

    public void write(ProcessHandle process) {
        Instant start = process.info().startInstant().orElse(Instant.EPOCH);
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(file, process.pid() + " " + start.toEpochMilli() + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the recorded process if it still runs. A different process with the same pid is not returned. */
    public Optional<ProcessHandle> running() {
        try {
            String[] words = Files.readString(file).strip().split(" ", -1);
            Instant start = Instant.ofEpochMilli(Long.parseLong(words[1]));
            return ProcessHandle.of(Long.parseLong(words[0]))
                    .filter(Processes::isAlive)
                    .filter(process -> startedAt(process, start));
        } catch (IOException | NumberFormatException | ArrayIndexOutOfBoundsException e) {
            return Optional.empty();
        }
    }

    public void delete() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean startedAt(ProcessHandle process, Instant recorded) {
        return process.info()
                .startInstant()
                .map(start -> Duration.between(start, recorded).abs().compareTo(TOLERANCE) <= 0)
                .orElse(false);
    }
}
