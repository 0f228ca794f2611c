package dev.haru.local.service;

import dev.haru.local.process.PidFile;
import dev.haru.local.process.Processes;
import dev.haru.local.process.Progress;
import dev.haru.local.process.RunDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The AOT cache of a service's classes (JEP 514), recorded by a start that ends before it serves. A cache only saves
 * time: that one cannot be recorded or read never stops a start.
 */
public final class ClassCache {

    /** The JVM warns of single entries that it cannot use; the service's log is for the service. */
    private static final String QUIET = "-Xlog:aot*=error";

    private static final Duration LIMIT = Duration.ofMinutes(4);

    private final ServiceImage image;
    private final RunDirectory directory;
    private final Path file;
    private final Path failed;

    public ClassCache(ServiceImage image, RunDirectory directory) {
        this.image = image;
        this.directory = directory;
        this.file = image.root().resolve("classes.aot");
        this.failed = image.root().resolve("classes.failed");
    }

    /** Whether there is neither a cache nor a failed try for this very build. */
    public boolean isDue() {
        return !Files.exists(file) && !Files.exists(failed);
    }

    /** Records in a process of its own, on ports of its own, against the running stores. */
    public void record(ServiceEnvironment environment, Progress progress) throws InterruptedException {
        String name = image.module().module();
        try (Progress.Step step =
                progress.begin(name, "recording its class cache, which speeds up every later start")) {
            Path log = directory.freshLog(name + "-recording");
            Path fresh = image.root().resolve("classes.recording");
            if (train(environment.of(image.module()), log, fresh) && Files.exists(fresh)) {
                Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
                step.done("class cache recorded");
            } else {
                Files.deleteIfExists(fresh);
                Files.writeString(failed, "");
                progress.say(name, "no class cache, later starts stay slow: see " + log);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** With which a JVM uses the cache; none when there is none. */
    public List<String> flags() {
        return Files.exists(file) ? List.of("-XX:AOTCache=" + file, QUIET) : List.of();
    }

    private boolean train(Map<String, String> environment, Path log, Path target)
            throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(Processes.shielded(JavaCommand.of(
                List.of("-XX:AOTCacheOutput=" + target, "-Dspring.context.exit=onRefresh"), image.jar())));
        builder.directory(image.root().toFile());
        builder.environment().putAll(environment);
        builder.environment().put("SERVER_PORT", "0");
        builder.environment().put("MANAGEMENT_PORT", "0");
        Process process =
                builder.redirectErrorStream(true).redirectOutput(log.toFile()).start();
        PidFile pid = directory.pid(image.module().module() + "-recording");
        pid.write(process.toHandle());
        try {
            return process.waitFor(LIMIT) && process.exitValue() == 0;
        } finally {
            Processes.stop(process.toHandle(), Duration.ZERO);
            pid.delete();
        }
    }
}
