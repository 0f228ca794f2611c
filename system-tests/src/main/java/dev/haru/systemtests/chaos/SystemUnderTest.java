package dev.haru.systemtests.chaos;

import dev.haru.local.HaruSystem;
import dev.haru.local.process.Progress;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * The system under test and its files.
 *
 * @param repository the root of the repository, which contains k6 and its scripts
 * @param folder the folder for the recorded calls and the log of k6
 */
record SystemUnderTest(HaruSystem system, Progress progress, Path repository, Path folder) {

    /** Starts virtual users, which call the gateway for {@code lasts} or until the load generator is closed. */
    LoadGenerator startLoad(String lasts, Map<String, String> variables) {
        Map<String, String> all = new HashMap<>(variables);
        all.put("BASE_URL", system.gatewayUrl());
        all.put("DURATION", lasts);
        return LoadGenerator.start(repository, folder, all);
    }
}
