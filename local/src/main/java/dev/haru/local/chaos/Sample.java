package dev.haru.local.chaos;

import dev.haru.local.HaruSystem;
import dev.haru.local.service.ServiceModule;
import java.time.Duration;

/** What everything holds some time after the visitors began to come. */
record Sample(Duration since, int calls, ResourceSnapshot census, Rows rows) {

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
            ProcessSnapshot vitals = census.of(module.module());
            heaps.append(vitals.heap() / ResourceSnapshot.MEGA).append(' ');
            threads.append(vitals.threads()).append(' ');
            files.append(vitals.files()).append(' ');
        }
        return "| %d s | %d | %s| %s| %s| %d | %s |"
                .formatted(since.toSeconds(), calls, heaps, threads, files, rows.connections(), rows.text());
    }
}
