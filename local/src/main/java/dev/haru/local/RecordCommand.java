package dev.haru.local;

import dev.haru.local.port.Port;
import dev.haru.local.port.Ports;
import dev.haru.local.process.PartFailed;
import dev.haru.local.process.Progress;
import dev.haru.local.process.Refusal;
import dev.haru.local.process.RunDirectory;
import dev.haru.local.process.Secrets;
import dev.haru.local.service.ServiceEnvironment;
import dev.haru.local.service.ServiceModule;
import dev.haru.local.service.TracingAgent;
import dev.haru.local.service.TrainedService;
import dev.haru.local.store.PostgresStart;
import dev.haru.local.store.PostgresStore;
import dev.haru.local.store.RedisStart;
import dev.haru.local.store.StoreBinaries;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Records the class caches of the images during the build of an image, in a {@link TrainingRun}. All services run as
 * they will in a container, on separate stores.
 */
final class RecordCommand {

    private static final int FAILED = 1;

    private final Path images;
    private final Path caches;
    private final RunDirectory directory;
    private final Ports ports = Ports.free();
    private final Secrets secrets;
    private final ServiceEnvironment environment;
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
        TracingAgent.ofImages(images).checkBuilt();
        this.directory = directory;
        this.secrets = Secrets.in(directory.secrets());
        String url = PostgresStore.url(ports.number(Port.POSTGRES));
        this.environment = new ServiceEnvironment(ports, Map.of(), secrets, url, null, true);
        this.progress = new Progress(out);
        this.err = err;
    }

    int execute() {
        try (Tasks tasks = new Tasks();
                Progress.Step step = progress.begin("Class caches", "recording a training run")) {
            PostgresStore postgres = startStores();
            try (Connection admin = postgres.connect()) {
                new TrainingRun(tasks, environment).record(admin, services());
            }
            step.done("recorded");
            return 0;
        } catch (PartFailed failure) {
            err.println(failure.getMessage());
            return FAILED;
        } catch (SQLException e) {
            throw new IllegalStateException("cannot prepare the database", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return FAILED;
        } finally {
            parts.stop();
        }
    }

    private PostgresStore startStores() {
        StoreBinaries binaries = StoreBinaries.unpack(directory);
        parts.adopt(new RedisStart(binaries, directory, ports.number(Port.REDIS)).start());
        return parts.adopt(new PostgresStart(binaries, directory, ports.number(Port.POSTGRES), secrets).start());
    }

    private List<Supplier<TrainedService>> services() {
        List<Supplier<TrainedService>> services = new ArrayList<>();
        for (ServiceModule module : ServiceModule.values()) {
            services.add(() -> TrainedService.start(module, images, caches, directory, environment));
        }
        return services;
    }
}
