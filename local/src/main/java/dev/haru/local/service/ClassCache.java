package dev.haru.local.service;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/**
 * The class cache of a service (JEP 514 and 515): its classes and the profiles of its methods, in a file beside the
 * unpacked jar.
 */
public final class ClassCache {

    /**
     * Hides the JVM's warnings about single entries that it cannot use, so that the log contains only the service's
     * lines.
     */
    private static final String QUIET = "-Xlog:aot*=error";

    private final Path file;
    private final Path recording;

    public ClassCache(ServiceImage image) {
        this.file = image.root().resolve("classes.aot");
        this.recording = image.root().resolve("classes.recording");
    }

    /** Whether the cache is missing. */
    public boolean isDue() {
        return !Files.exists(file);
    }

    /** The flags with which a JVM uses the cache. Empty if there is no cache. */
    public List<String> flags() {
        return Files.exists(file) ? List.of("-XX:AOTCache=" + file, QUIET) : List.of();
    }

    /** The flags with which a JVM writes the cache when it ends. {@link #keep} makes the cache available. */
    List<String> recordingFlags() {
        return List.of("-XX:AOTCacheOutput=" + recording, TracingAgent.RECORDING);
    }

    /** Makes the recorded cache available to the next start. */
    public void keep() {
        try {
            Files.move(recording, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Deletes what an unfinished recording has left. */
    public void discardRecording() {
        try {
            Files.deleteIfExists(recording);
            // the JVM's own file between the recording and the writing of the cache
            Files.deleteIfExists(recording.resolveSibling(recording.getFileName() + ".config"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path recording() {
        return recording;
    }
}
