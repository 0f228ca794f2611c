package dev.haru.systemtests.chaos;

import dev.haru.local.HaruSystem;
import dev.haru.local.service.ServiceModule;
import java.time.Duration;

/** The resources of all services and of the database at a time after the load began. */
record Sample(Duration since, int calls, ResourceSnapshot resources, Rows rows) {

    static final String HEADER =
            "| after | calls | live heap MB: auth, member, schedule, gateway | threads | files | connections | rows |\n"
                    + "|---|---|---|---|---|---|---|";

    static Sample at(HaruSystem system, Duration since, int calls) throws Exception {
        return new Sample(since, calls, ResourceSnapshot.take(system), Rows.count(system));
    }

    String row() {
        StringBuilder heaps = new StringBuilder();
        StringBuilder threads = new StringBuilder();
        StringBuilder files = new StringBuilder();
        for (ServiceModule module : ServiceModule.values()) {
            ProcessSnapshot snapshot = resources.of(module.module());
            heaps.append(snapshot.heap() / ResourceSnapshot.MEGA).append(' ');
            threads.append(snapshot.threads()).append(' ');
            files.append(snapshot.files()).append(' ');
        }
        return "| %d s | %d | %s| %s| %s| %d | %s |"
                .formatted(since.toSeconds(), calls, heaps, threads, files, rows.connections(), rows.text());
    }
}
