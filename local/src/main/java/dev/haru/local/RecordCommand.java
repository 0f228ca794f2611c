package dev.haru.local;

import dev.haru.local.port.Port;
import dev.haru.local.port.Ports;
import dev.haru.local.process.PartFailed;
import dev.haru.local.process.Progress;
import dev.haru.local.process.Refusal;
import dev.haru.local.process.RunDirectory;
import dev.haru.local.process.Secrets;
import dev.haru.local.service.ClassRecording;
import dev.haru.local.service.ServiceEnvironment;
import dev.haru.local.service.ServiceModule;
import dev.haru.local.store.PostgresStart;
import dev.haru.local.store.PostgresStore;
import dev.haru.local.store.RedisStart;
import dev.haru.local.store.StoreBinaries;
import dev.haru.platform.database.DatabaseBootstrap;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Records the class caches of the images during the build of an image. All services run as they will in a container, on
 * separate stores, and serve a {@link TrainingScenario}.
 */
final class RecordCommand {

    private static final Duration START_LIMIT = Duration.ofMinutes(5);
    private static final int FAILED = 1;
    private static final double MEGABYTE = 1 << 20;

    private final Path images;
    private final Path caches;
    private final RunDirectory directory;
    private final Ports ports = Ports.free();
    private final Secrets secrets;
    private final Progress progress;
    private final PrintStream err;
    private final RunningParts parts = new RunningParts();

    /** Reads the services below {@code HARU_IMAGES} and writes their class caches to {@code HARU_CACHES}. */
    RecordCommand(RunDirectory directory, Map<String, String> environment, PrintStream out, PrintStream err) {
        this.images = Path.of(environment.getOrDefault("HARU_IMAGES", "/app"));
        this.caches = Path.of(environment.getOrDefault("HARU_CACHES", "/caches"));
        for (ServiceModule module : ServiceModule.values()) {
            Path jar = images.resolve(module.module()).resolve("service.jar");
            if (!Files.isRegularFile(jar)) {
                throw new Refusal("%s does not exist: the command record is for the Dockerfile only.".formatted(jar));
            }
        }
        this.directory = directory;
        this.secrets = Secrets.in(directory.secrets());
        this.progress = new Progress(out);
        this.err = err;
    }

    int execute() {
        try (Tasks tasks = new Tasks()) {
            startStores();
            List<ClassRecording> recordings = startServices();
            new TrainingScenario(ports.url(Port.GATEWAY)).run(tasks);
            // One after the other, because writing a class cache starts a second JVM, which needs its own memory.
            for (ClassRecording recording : recordings) {
                finish(recording);
            }
            return 0;
        } catch (PartFailed failure) {
            err.println(failure.getMessage());
            return FAILED;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return FAILED;
        } finally {
            parts.stop();
        }
    }

    private void startStores() {
        StoreBinaries binaries = StoreBinaries.unpack(directory);
        PostgresStore postgres =
                parts.adopt(new PostgresStart(binaries, directory, ports.number(Port.POSTGRES), secrets).start());
        parts.adopt(new RedisStart(binaries, directory, ports.number(Port.REDIS)).start());
        try (Connection admin = postgres.connect()) {
            DatabaseBootstrap.run(admin, environment().passwordBySchema());
        } catch (SQLException e) {
            throw new IllegalStateException("cannot prepare the database", e);
        }
    }

    private List<ClassRecording> startServices() throws InterruptedException {
        List<ClassRecording> recordings = new ArrayList<>();
        for (ServiceModule module : ServiceModule.values()) {
            ClassRecording recording = ClassRecording.start(module, images, caches, directory, environment());
            parts.adopt(recording.process());
            recordings.add(recording);
            // In the order of their dependencies, so that the upstream services of each warm-up are ready.
            try (Progress.Step step = progress.begin(module.module(), "starting")) {
                recording.process().awaitReady(START_LIMIT);
                step.done("ready");
            }
        }
        return recordings;
    }

    private void finish(ClassRecording recording) {
        String name = recording.process().name();
        parts.release(name);
        try (Progress.Step step = progress.begin(name, "writing its class cache")) {
            long bytes = recording.finish();
            step.done("class cache of %.0f MB written".formatted(bytes / MEGABYTE));
        }
    }

    private ServiceEnvironment environment() {
        return new ServiceEnvironment(
                ports, Map.of(), secrets, PostgresStore.url(ports.number(Port.POSTGRES)), null, true);
    }
}
