package dev.haru.local;

import dev.haru.local.process.PidFile;
import dev.haru.local.process.Processes;
import dev.haru.local.process.Progress;
import dev.haru.local.process.RunDirectory;
import dev.haru.local.service.ServiceModule;
import dev.haru.local.store.PostgresStore;
import dev.haru.local.store.RedisStore;
import java.util.Comparator;
import java.util.List;

/** Stops the processes of an earlier run whose launcher was killed. */
final class StaleProcesses {

    private StaleProcesses() {}

    /**
     * Stops services before stores. The caller holds the lock of the directory, so no running process has a launcher.
     */
    static void stop(RunDirectory directory, Progress progress) {
        killTraining(directory.training());
        stopServices(directory, progress);
        if (RedisStore.stopLeftover(directory)) {
            progress.say(RedisStore.NAME, "stopped a process of an earlier run");
        }
        if (PostgresStore.stopLeftover(directory)) {
            progress.say(PostgresStore.NAME, "stopped a process of an earlier run");
        }
    }

    /** A service that records a class cache would begin to write it at an orderly end. */
    private static void killTraining(RunDirectory training) {
        for (String part : training.partsWithPidFile()) {
            training.pid(part).running().ifPresent(Processes::kill);
            training.pid(part).delete();
        }
    }

    private static void stopServices(RunDirectory directory, Progress progress) {
        for (String part : ordered(directory.partsWithPidFile())) {
            PidFile pid = directory.pid(part);
            pid.running().ifPresent(process -> {
                progress.say(part, "stopping a process of an earlier run (pid " + process.pid() + ")");
                Processes.stop(process, Processes.GRACE);
            });
            pid.delete();
        }
    }

    /** The gateway first, as in an orderly stop, so that no new request arrives. */
    private static List<String> ordered(List<String> parts) {
        return parts.stream()
                .sorted(Comparator.comparing(part -> !part.equals(ServiceModule.GATEWAY.module())))
                .toList();
    }
}
