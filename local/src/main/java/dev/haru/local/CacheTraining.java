package dev.haru.local;

import dev.haru.local.port.Port;
import dev.haru.local.port.Ports;
import dev.haru.local.process.PartFailed;
import dev.haru.local.process.Progress;
import dev.haru.local.process.Secrets;
import dev.haru.local.service.ClassCache;
import dev.haru.local.service.ClassRecording;
import dev.haru.local.service.ServiceEnvironment;
import dev.haru.local.service.ServiceImage;
import dev.haru.local.service.ServiceProcess;
import dev.haru.local.store.PostgresStore;
import dev.haru.platform.database.DatabaseBootstrap;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Records the missing class caches, as {@link RecordCommand} does for the images. All services run for a while on free
 * ports and on a database of their own, and serve a {@link TrainingScenario}. A class cache only saves time, so a
 * failed recording does not stop the start.
 */
final class CacheTraining {

    private static final String NAME = "Class caches";
    private static final String DATABASE = "haru_training";

    private final Settings settings;
    private final Progress progress;
    private final Tasks tasks;
    private final RunningParts parts;
    private final PostgresStore postgres;
    private final Ports ports;
    private final ServiceEnvironment environment;
    private final Queue<ServiceProcess> started = new ConcurrentLinkedQueue<>();
    private final Queue<ClassRecording> recordings = new ConcurrentLinkedQueue<>();

    CacheTraining(Settings settings, Progress progress, Tasks tasks, RunningParts parts, Secrets secrets) {
        this.settings = settings;
        this.progress = progress;
        this.tasks = tasks;
        this.parts = parts;
        this.postgres = parts.running(PostgresStore.class);
        this.ports = Ports.free().withStoresOf(settings.ports());
        String url = PostgresStore.url(ports.number(Port.POSTGRES), DATABASE);
        this.environment = new ServiceEnvironment(ports, Map.of(), secrets, url, null, false);
    }

    /** Records the missing class caches. All services take part, because they call each other. */
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

    private void record(Collection<ServiceImage> images) throws SQLException {
        postgres.recreate(DATABASE);
        try {
            try (Connection admin = postgres.connect(DATABASE)) {
                DatabaseBootstrap.run(admin, environment.passwordBySchema());
            }
            tasks.all(
                    images.stream().<Tasks.Task>map(image -> () -> start(image)).toList());
            new TrainingScenario(ports.url(Port.GATEWAY)).run(tasks);
            finish();
        } finally {
            started.forEach(parts::stop); // recording services have ended unless the training has failed
            postgres.drop(DATABASE);
        }
    }

    private void start(ServiceImage image) throws InterruptedException {
        ClassCache cache = new ClassCache(image);
        ServiceProcess process = cache.isDue()
                ? startRecording(cache)
                : ServiceProcess.start(image, cache.flags(), settings.directory(), environment);
        started.add(process);
        parts.adopt(process).awaitReady(settings.startLimit());
    }

    private ServiceProcess startRecording(ClassCache cache) {
        ClassRecording recording = ClassRecording.start(cache, settings.directory(), environment);
        recordings.add(recording);
        return recording.process();
    }

    /** Runs as many tasks at once as there are cores, because writing a class cache is limited by the processor. */
    private void finish() {
        List<Tasks.Task> finishing = new ArrayList<>();
        for (ClassRecording recording : recordings) {
            finishing.add(() -> {
                recording.finish();
                parts.release(recording.process().name());
            });
        }
        tasks.all(finishing, Runtime.getRuntime().availableProcessors());
    }
}
