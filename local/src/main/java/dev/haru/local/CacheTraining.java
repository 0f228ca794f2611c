package dev.haru.local;

import dev.haru.local.port.Port;
import dev.haru.local.port.Ports;
import dev.haru.local.process.PartFailed;
import dev.haru.local.process.Progress;
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
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;

/**
 * Records the missing class caches of {@code make run} in a {@link TrainingRun}, on free ports and on a database of its
 * own. A class cache only saves time, so a failed recording does not stop the start.
 */
final class CacheTraining {

    private static final String NAME = "Class caches";
    private static final String DATABASE = "haru_training";

    private final Settings settings;
    private final Progress progress;
    private final Tasks tasks;
    private final RunningParts parts;
    private final PostgresStore postgres;
    private final ServiceEnvironment environment;

    CacheTraining(Settings settings, Progress progress, Tasks tasks, RunningParts parts, Secrets secrets) {
        this.settings = settings;
        this.progress = progress;
        this.tasks = tasks;
        this.parts = parts;
        this.postgres = parts.running(PostgresStore.class);
        Ports ports = Ports.free().withStoresOf(settings.ports());
        String url = PostgresStore.url(ports.number(Port.POSTGRES), DATABASE);
        this.environment = new ServiceEnvironment(ports, Map.of(), secrets, url, null, false);
    }

    /** Records the class caches that are due, if there are any. */
    void recordDue(Collection<ServiceImage> images) {
        List<ClassCache> due =
                images.stream().map(ClassCache::new).filter(ClassCache::isDue).toList();
        if (due.isEmpty()) {
            return;
        }
        try (Progress.Step step = progress.begin(NAME, "recording a training run, which makes later starts faster")) {
            record(images);
            due.forEach(ClassCache::keep);
            step.done("recorded");
        } catch (PartFailed | IllegalStateException | SQLException failure) {
            if (tasks.isClosed()) {
                throw new CancellationException("closed while recording");
            }
            due.forEach(ClassCache::giveUp);
            progress.say(NAME, "not recorded, later starts remain slow: " + failure.getMessage());
        }
    }

    /** Uses all cores, because the processor limits a start and the writing of a class cache. */
    private void record(Collection<ServiceImage> images) throws SQLException {
        int cores = Runtime.getRuntime().availableProcessors();
        TrainingRun run = new TrainingRun(tasks, parts, environment, cores);
        List<Supplier<TrainedService>> services = new ArrayList<>();
        for (ServiceImage image : images) {
            services.add(() -> TrainedService.start(image, settings.directory(), environment));
        }
        postgres.recreate(DATABASE);
        try (Connection admin = postgres.connect(DATABASE)) {
            run.record(admin, services);
        } finally {
            postgres.drop(DATABASE);
        }
    }
}
