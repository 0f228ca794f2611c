package dev.haru.local;

import dev.haru.local.process.PartFailed;
import dev.haru.local.service.ServiceEnvironment;
import dev.haru.local.service.ServiceModule;
import dev.haru.local.service.TrainedService;
import dev.haru.platform.database.DatabaseBootstrap;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Starts all services on an empty database, sends them the requests of a {@link TrainingScenario}, and ends them. All
 * services take part, because they call each other.
 */
final class TrainingRun {

    private final Tasks tasks;
    private final ServiceEnvironment environment;

    TrainingRun(Tasks tasks, ServiceEnvironment environment) {
        this.tasks = tasks;
        this.environment = environment;
    }

    /**
     * Starts the services in their order, one after the other: the warm-up of a service then finds its upstream
     * services ready. They also end one after the other, because a JVM starts a second one to write its class cache,
     * which needs its own memory. Returns when all class caches are written. Throws {@link PartFailed} if a service
     * fails, and {@link IllegalStateException} if a response has an unexpected status. No service remains in any case.
     *
     * @param admin a connection of the administrator to the empty database
     */
    void record(Connection admin, List<Supplier<TrainedService>> services) throws SQLException, InterruptedException {
        DatabaseBootstrap.run(admin, environment.passwordBySchema());
        List<TrainedService> started = new ArrayList<>();
        try {
            for (Supplier<TrainedService> service : services) {
                TrainedService trained = service.get();
                started.add(trained);
                trained.awaitReady();
            }
            new TrainingScenario(environment.url(ServiceModule.GATEWAY)).run(tasks);
            for (TrainedService trained : started) {
                trained.finish();
            }
        } finally {
            started.forEach(TrainedService::kill);
        }
    }
}
