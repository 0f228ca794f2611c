package dev.haru.local;

import dev.haru.local.port.Port;
import dev.haru.local.port.Ports;
import dev.haru.local.process.Progress;
import dev.haru.local.process.RunDirectory;
import dev.haru.local.process.Secrets;
import dev.haru.local.service.ClassCache;
import dev.haru.local.service.ServiceEnvironment;
import dev.haru.local.service.ServiceImage;
import dev.haru.local.service.TrainedService;
import dev.haru.local.store.PostgresStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;

/**
 * Records the missing class caches of {@code make run} in a {@link TrainingRun}, beside the running system. Its
 * services have the lowest priority, free ports, and a database and a Redis database of their own. A class cache only
 * saves time, so a failed recording does not stop the system.
 */
final class CacheTraining {

    private static final String NAME = "Class caches";
    private static final String DATABASE = "haru_training";

    private final RunDirectory directory;
    private final Progress progress;
    private final Tasks tasks;
    private final PostgresStore postgres;
    private final Ports systemPorts;
    private final Secrets secrets;
    private final Collection<ServiceImage> images;
    private final List<ClassCache> due;

    CacheTraining(
            Settings settings,
            Progress progress,
            Tasks tasks,
            PostgresStore postgres,
            Secrets secrets,
            Collection<ServiceImage> images) {
        this.directory = settings.directory().training();
        this.progress = progress;
        this.tasks = tasks;
        this.postgres = postgres;
        this.systemPorts = settings.ports();
        this.secrets = secrets;
        this.images = images;
        this.due =
                images.stream().map(ClassCache::new).filter(ClassCache::isDue).toList();
    }

    /** Records the class caches that are due, if there are any. Returns at once. The end of the tasks ends it. */
    void start() {
        if (!due.isEmpty()) {
            Progress.Step step = progress.begin(
                    NAME,
                    "recording in the background for faster starts; if Ctrl-C ends it, the next start repeats it");
            tasks.start(() -> record(step));
        }
    }

    private void record(Progress.Step step) {
        try (step) {
            keepRecorded();
            step.done("recorded");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | SQLException failure) {
            if (!tasks.isClosed()) {
                progress.say(NAME, "not recorded, the next start tries again: " + failure.getMessage());
            }
        }
    }

    private void keepRecorded() throws SQLException, InterruptedException {
        // A launcher that was killed may have left a part of a cache.
        due.forEach(ClassCache::discardRecording);
        try {
            recordAll();
            due.forEach(ClassCache::keep);
        } finally {
            due.forEach(ClassCache::discardRecording);
        }
    }

    private void recordAll() throws SQLException, InterruptedException {
        Ports ports = Ports.free().withStoresOf(systemPorts);
        String url = PostgresStore.url(ports.number(Port.POSTGRES), DATABASE);
        ServiceEnvironment environment = ServiceEnvironment.ofTraining(ports, secrets, url);
        List<Supplier<TrainedService>> services = new ArrayList<>();
        for (ServiceImage image : images) {
            services.add(() -> TrainedService.start(image, directory, environment));
        }
        postgres.recreate(DATABASE);
        try (Connection admin = postgres.connect(DATABASE)) {
            new TrainingRun(tasks, environment).record(admin, services);
        } finally {
            // An interrupted thread could not use a connection.
            boolean interrupted = Thread.interrupted();
            postgres.drop(DATABASE);
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
