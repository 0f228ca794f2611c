package dev.haru.local.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Remembers a process over the launcher's own death. The start time stands beside the pid, because pids are used again
 * and a stranger must never be stopped.
 */
public final class PidFile {

    /** The start time is derived from the boot time, which moves a little when the clock is set. */
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

    /** The remembered process, if that very one still runs. */
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

    private static boolean startedAt(ProcessHandle process, Instant remembered) {
        return process.info()
                .startInstant()
                .map(start -> Duration.between(start, remembered).abs().compareTo(TOLERANCE) <= 0)
                .orElse(false);
    }
}
