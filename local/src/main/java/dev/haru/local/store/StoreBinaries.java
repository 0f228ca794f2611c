package dev.haru.local.store;

import dev.haru.local.process.RunDirectory;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import redis.embedded.core.ExecutableProvider;

/**
 * The unpacked programs of both stores. The start of a store requires this object, so both programs are unpacked before
 * any store starts. A process that another thread forks while a program is being written inherits the open file. Linux
 * does not execute a file that is open for writing (ETXTBSY). {@code EmbeddedPostgres} unpacks in the call that starts
 * the server, while the launcher may start Redis.
 */
public final class StoreBinaries {

    private final PostgresBinaries postgres;
    private final Path redis;

    private StoreBinaries(PostgresBinaries postgres, Path redis) {
        this.postgres = postgres;
        this.redis = redis;
    }

    /** Unpacks both programs into {@code directory}. The caller starts no process before this method returns. */
    public static StoreBinaries unpack(RunDirectory directory) {
        try {
            Files.createDirectories(directory.postgres());
            Files.createDirectories(directory.redis());
            return new StoreBinaries(PostgresBinaries.in(directory.postgres()), unpackRedis(directory.redis()));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot unpack PostgreSQL and Redis into " + directory.root(), e);
        }
    }

    PostgresBinaries postgres() {
        return postgres;
    }

    Path redis() {
        return redis;
    }

    private static Path unpackRedis(Path parent) throws IOException {
        File executable =
                ExecutableProvider.newJarResourceProvider(parent.toFile()).get();
        return executable.toPath().toAbsolutePath();
    }
}
