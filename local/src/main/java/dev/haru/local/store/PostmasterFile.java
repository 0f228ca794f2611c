package dev.haru.local.store;

import dev.haru.local.process.Processes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The file {@code postmaster.pid}, in which PostgreSQL records the server of a data directory. A launcher finds the
 * server of a killed launcher by it. An {@code EmbeddedPostgres} knows only the server that it has started.
 */
final class PostmasterFile {

    private final Path dataDirectory;
    private final Path file;

    PostmasterFile(Path dataDirectory) {
        this.dataDirectory = dataDirectory;
        this.file = dataDirectory.resolve("postmaster.pid");
    }

    /** Returns the server of this data directory. An unrelated process that has its pid now is not returned. */
    Optional<ProcessHandle> server() {
        try {
            List<String> lines = Files.readAllLines(file);
            return ProcessHandle.of(Long.parseLong(lines.getFirst().strip()))
                    .filter(Processes::isAlive)
                    .filter(this::servesOurData);
        } catch (IOException | NumberFormatException e) {
            return Optional.empty();
        }
    }

    /**
     * Deletes the file of a server that crashed. PostgreSQL itself refuses to start if an unrelated process or a zombie
     * has its pid. The file of a running server stays, so that a second server is refused.
     */
    void deleteOfDead() {
        if (server().isPresent()) {
            return;
        }
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean servesOurData(ProcessHandle process) {
        ProcessHandle.Info info = process.info();
        boolean postgres = info.command()
                .map(command -> Path.of(command).getFileName().toString().startsWith("postgres"))
                .orElse(false);
        return postgres && Arrays.stream(info.arguments().orElse(new String[0])).anyMatch(this::isOurData);
    }

    private boolean isOurData(String argument) {
        try {
            return argument.startsWith("/") && Files.isSameFile(Path.of(argument), dataDirectory);
        } catch (IOException | InvalidPathException e) {
            return false;
        }
    }
}
