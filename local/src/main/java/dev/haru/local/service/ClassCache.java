package dev.haru.local.service;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/**
 * The AOT cache of a service's classes and of the profiles of its methods (JEP 514 and 515), beside its unpacked jar.
 */
public final class ClassCache {

    /** The JVM warns of single entries that it cannot use; the service's log is for the service. */
    private static final String QUIET = "-Xlog:aot*=error";

    private final ServiceImage image;
    private final Path file;
    private final Path recording;
    private final Path failed;

    public ClassCache(ServiceImage image) {
        this.image = image;
        this.file = image.root().resolve("classes.aot");
        this.recording = image.root().resolve("classes.recording");
        this.failed = image.root().resolve("classes.failed");
    }

    /** Whether there is neither a cache nor a failed try for this very build. */
    public boolean isDue() {
        return !Files.exists(file) && !Files.exists(failed);
    }

    /** With which a JVM uses the cache; none when there is none. */
    public List<String> flags() {
        return Files.exists(file) ? List.of("-XX:AOTCache=" + file, QUIET) : List.of();
    }

    /** With which a JVM writes the cache when it ends; {@link #keep} puts it in place. */
    List<String> recordingFlags() {
        return List.of("-XX:AOTCacheOutput=" + recording);
    }

    /** Uses the recorded cache from the next start on. */
    public void keep() {
        try {
            Files.move(recording, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Records no more until the next build. */
    public void giveUp() {
        try {
            Files.deleteIfExists(recording);
            Files.writeString(failed, "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    ServiceImage image() {
        return image;
    }

    Path recording() {
        return recording;
    }
}
