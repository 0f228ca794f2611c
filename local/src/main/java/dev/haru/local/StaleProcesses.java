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

/** What a launcher that was killed left running. */
final class StaleProcesses {

    private StaleProcesses() {}

    /** Stops services before stores. Call it with the directory's lock held: what runs then has no launcher. */
    static void stop(RunDirectory directory, Progress progress) {
        for (String part : ordered(directory.remembered())) {
            PidFile pid = directory.pid(part);
            pid.running().ifPresent(process -> {
                progress.say(part, "stopping a process of an earlier run (pid " + process.pid() + ")");
                Processes.stop(process, Processes.GRACE);
            });
            pid.delete();
        }
        if (RedisStore.stopLeftover(directory)) {
            progress.say(RedisStore.NAME, "stopped a process of an earlier run");
        }
        if (PostgresStore.stopLeftover(directory)) {
            progress.say(PostgresStore.NAME, "stopped a process of an earlier run");
        }
    }

    /** As in an orderly stop: first who lets requests in. */
    private static List<String> ordered(List<String> parts) {
        return parts.stream()
                .sorted(Comparator.comparing(part -> !part.equals(ServiceModule.GATEWAY.module())))
                .toList();
    }
}
