package dev.haru.local.service;

import dev.haru.local.process.PartFailed;
import dev.haru.local.process.Processes;
import dev.haru.local.process.RunDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A service of a training run. It runs as usual while the JVM records the loaded classes and the used methods. The JVM
 * writes the class cache when the service ends (JEP 514).
 */
public final class TrainedService {

    private final ServiceProcess process;
    private final @Nullable Path recording;
    private final Path log;

    private TrainedService(ServiceProcess process, @Nullable Path recording, Path log) {
        this.process = process;
        this.recording = recording;
        this.log = log;
    }

    /** Starts the service from the image's directory, with the flags of the image's entry point. */
    public static TrainedService start(
            ServiceModule module, Path images, Path caches, RunDirectory directory, ServiceEnvironment environment) {
        Path cache = caches.resolve(module.module() + ".aot");
        Path root = images.resolve(module.module());
        return new TrainedService(
                ServiceProcess.start(module, command(images, cache), root, directory, environment),
                cache,
                directory.log(module.module()));
    }

    /** The paths are relative, as in the image, because the JVM accepts a cache only for the same paths. */
    static List<String> command(Path images, Path cache) {
        return List.of(
                JavaCommand.java(),
                "@" + images.resolve("jvm.options"),
                TracingAgent.RECORDING,
                "-XX:AOTCacheOutput=" + cache,
                "-jar",
                "service.jar");
    }

    /**
     * Starts a service of {@code make run} at the lowest priority. Only a service without a class cache records one.
     */
    public static TrainedService start(ServiceImage image, RunDirectory directory, ServiceEnvironment environment) {
        ClassCache cache = new ClassCache(image);
        boolean due = cache.isDue();
        return new TrainedService(
                ServiceProcess.start(
                        image.module(),
                        Processes.background(JavaCommand.of(image, due ? cache.recordingFlags() : cache.flags())),
                        image.root(),
                        directory,
                        environment),
                due ? cache.recording() : null,
                directory.log(image.module().module()));
    }

    /** Returns when the service is ready, like {@link ServiceProcess#awaitReady}. */
    public void awaitReady() throws InterruptedException {
        process.awaitReady();
    }

    /** Ends the service. Throws {@link PartFailed} if it should have written a class cache and has not. */
    public void finish() throws InterruptedException {
        if (recording == null) {
            process.stop();
            return;
        }
        process.end();
        if (!Files.exists(recording)) {
            throw PartFailed.of(process.name(), "wrote no class cache", log);
        }
    }

    /** Kills the service if it still runs, so that it writes no class cache. */
    public void kill() {
        process.kill();
    }
}
