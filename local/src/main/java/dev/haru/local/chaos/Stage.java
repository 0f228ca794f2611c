package dev.haru.local.chaos;

import dev.haru.local.HaruSystem;
import dev.haru.local.process.Progress;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Where a trial takes place.
 *
 * @param repository where k6 and its scripts are
 * @param folder keeps the visitors' calls and k6's log
 */
public record Stage(HaruSystem system, Progress progress, Path repository, Path folder) {

    /** Lets visitors come to the gateway for as long as this, if nobody ends them before. */
    LoadGenerator visitors(String lasts, Map<String, String> variables) {
        Map<String, String> all = new HashMap<>(variables);
        all.put("BASE_URL", system.gatewayUrl());
        all.put("DURATION", lasts);
        return LoadGenerator.send(repository, folder, all);
    }
}
