package dev.haru.systemtests.chaos;

import dev.haru.local.HaruSystem;
import dev.haru.local.port.Port;
import dev.haru.local.service.ServiceModule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The resources of all services at one moment. */
record ResourceSnapshot(Map<String, ProcessSnapshot> services) {

    static final long MEGA = 1_000_000;

    private static final long HEAP_TOLERANCE = 8 * MEGA;
    private static final long THREADS_TOLERANCE = 10;
    private static final long FILES_TOLERANCE = 30;

    static ResourceSnapshot take(HaruSystem system) throws Exception {
        Map<String, ProcessSnapshot> services = new LinkedHashMap<>();
        for (ServiceModule module : ServiceModule.values()) {
            services.put(
                    module.module(),
                    ProcessSnapshot.of(
                            system.process(module.module()), system.url(Port.valueOf(module.name() + "_MANAGEMENT"))));
        }
        return new ResourceSnapshot(services);
    }

    /** Returns a line for each resource that has grown by more than its tolerance. */
    List<String> grownSince(ResourceSnapshot before) {
        List<String> grown = new ArrayList<>();
        services.forEach((service, now) -> {
            ProcessSnapshot then = before.of(service);
            Growth.report(grown, service + ": live heap", then.heap(), now.heap(), HEAP_TOLERANCE, "");
            Growth.report(grown, service + ": threads", then.threads(), now.threads(), THREADS_TOLERANCE, "");
            Growth.report(grown, service + ": open files", then.files(), now.files(), FILES_TOLERANCE, "");
        });
        return grown;
    }

    static String table(ResourceSnapshot before, ResourceSnapshot after) {
        StringBuilder table = new StringBuilder("""
                | Process | live heap MB, before → after | memory MB | threads | open files and sockets |
                |---|---|---|---|---|
                """);
        after.services.forEach((service, now) -> {
            ProcessSnapshot then = before.of(service);
            table.append("| %s | %d → %d | %d → %d | %d → %d | %d → %d |%n"
                    .formatted(
                            service,
                            then.heap() / MEGA,
                            now.heap() / MEGA,
                            then.memory() / MEGA,
                            now.memory() / MEGA,
                            then.threads(),
                            now.threads(),
                            then.files(),
                            now.files()));
        });
        return table.toString();
    }

    ProcessSnapshot of(String service) {
        ProcessSnapshot snapshot = services.get(service);
        if (snapshot == null) {
            throw new IllegalArgumentException(service + " was not sampled");
        }
        return snapshot;
    }
}
