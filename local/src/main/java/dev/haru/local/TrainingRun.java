package dev.haru.local;

import dev.haru.local.process.PartFailed;
import dev.haru.local.service.ServiceEnvironment;
import dev.haru.local.service.ServiceModule;
import dev.haru.local.service.ServiceProcess;
import dev.haru.local.service.TrainedService;
import dev.haru.platform.database.DatabaseBootstrap;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;

/**
 * Starts all services on an empty database, sends them the requests of a {@link TrainingScenario}, and ends them. All
 * services take part, because they call each other.
 */
final class TrainingRun {

    private final Tasks tasks;
    private final RunningParts parts;
    private final ServiceEnvironment environment;
    private final int width;

    /** At most {@code width} services start, or write their class caches, at once. */
    TrainingRun(Tasks tasks, RunningParts parts, ServiceEnvironment environment, int width) {
        this.tasks = tasks;
        this.parts = parts;
        this.environment = environment;
        this.width = width;
    }

    /**
     * Starts the services in their order. Returns when all class caches are written. Throws {@link PartFailed} if a
     * service fails, and {@link IllegalStateException} if a response has an unexpected status.
     *
     * @param admin a connection of the administrator to the empty database
     */
    void record(Connection admin, List<Supplier<TrainedService>> services) throws SQLException {
        DatabaseBootstrap.run(admin, environment.passwordBySchema());
        Started started = new Started(parts);
        try {
            tasks.all(
                    services.stream()
                            .<Tasks.Task>map(
                                    service -> () -> started.start(service).awaitReady())
                            .toList(),
                    width);
            new TrainingScenario(environment.url(ServiceModule.GATEWAY)).run(tasks);
            tasks.all(
                    started.services.stream()
                            .<Tasks.Task>map(trained -> trained::finish)
                            .toList(),
                    width);
        } finally {
            started.stop();
        }
    }

    /** The services of a run. A failure ends the run while the tasks of other services may still start processes. */
    private static final class Started {

        private final RunningParts parts;
        private final Collection<TrainedService> services = new ConcurrentLinkedQueue<>();

        /** A start holds the read lock, so the write lock waits for all starts. */
        private final ReadWriteLock starts = new ReentrantReadWriteLock();

        private boolean stopped;

        Started(RunningParts parts) {
            this.parts = parts;
        }

        ServiceProcess start(Supplier<TrainedService> service) {
            starts.readLock().lock();
            try {
                if (stopped) {
                    throw new CancellationException("the training run has ended");
                }
                TrainedService trained = service.get();
                services.add(trained);
                return parts.adopt(trained.process());
            } finally {
                starts.readLock().unlock();
            }
        }

        /** Stops all services. A service whose start is in progress is stopped, too, and none starts later. */
        void stop() {
            starts.writeLock().lock();
            try {
                stopped = true;
            } finally {
                starts.writeLock().unlock();
            }
            services.forEach(trained -> parts.stop(trained.process()));
        }
    }
}
