package dev.haru.local.service;

import dev.haru.local.process.PartFailed;
import dev.haru.local.process.RunDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A service that runs as usual while the JVM records the loaded classes and the used methods. The JVM writes the class
 * cache when the service ends (JEP 514).
 */
public final class ClassRecording {

    /** Writing a cache is limited by the processor, and the machine may be busy. */
    private static final Duration LIMIT = Duration.ofMinutes(5);

    private final ServiceProcess process;
    private final Path cache;
    private final Path log;

    private ClassRecording(ServiceProcess process, Path cache, Path log) {
        this.process = process;
        this.cache = cache;
        this.log = log;
    }

    /** Starts the service from the image's directory, with the flags of the image's entry point. */
    public static ClassRecording start(
            ServiceModule module, Path images, Path caches, RunDirectory directory, ServiceEnvironment environment) {
        Path cache = caches.resolve(module.module() + ".aot");
        // The paths are relative, as in the image, because the JVM accepts a cache only for the same paths.
        List<String> command = List.of(
                JavaCommand.java(),
                "@" + images.resolve("jvm.options"),
                "-XX:AOTCacheOutput=" + cache,
                "-jar",
                "service.jar");
        Path root = images.resolve(module.module());
        return new ClassRecording(
                ServiceProcess.start(module, command, root, directory, environment),
                cache,
                directory.log(module.module()));
    }

    /** Starts a service of {@code make run} that has no class cache. */
    public static ClassRecording start(ClassCache cache, RunDirectory directory, ServiceEnvironment environment) {
        ServiceImage image = cache.image();
        return new ClassRecording(
                ServiceProcess.start(image, cache.recordingFlags(), directory, environment),
                cache.recording(),
                directory.log(image.module().module()));
    }

    public ServiceProcess process() {
        return process;
    }

    /** Ends the service and waits for its class cache. Returns the size of the cache in bytes. */
    public long finish() {
        process.stop(LIMIT);
        try {
            if (!Files.exists(cache)) {
                throw PartFailed.of(process.name(), "wrote no class cache", log);
            }
            return Files.size(cache);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
