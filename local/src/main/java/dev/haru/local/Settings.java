package dev.haru.local;

import dev.haru.local.port.Hop;
import dev.haru.local.port.Ports;
import dev.haru.local.process.Refusal;
import dev.haru.local.process.RunDirectory;
import dev.haru.local.service.Tracing;
import java.nio.file.Path;
import java.util.Map;

/**
 * What to start, and where.
 *
 * @param repository the root of the repository, which contains the packaged services
 * @param directory the directory for data, logs and unpacked services
 * @param ports the port numbers of all processes
 * @param demo whether seed members are loaded
 * @param schedules the number of schedules of each seed member
 * @param traced whether the OpenTelemetry agent traces the services
 * @param shortLived whether the system lives only for a test: without class caches, warm-up and full JIT optimisation
 * @param proxyUrls the URL that one process uses for another in place of the other's own address
 */
public record Settings(
        Path repository,
        RunDirectory directory,
        Ports ports,
        boolean demo,
        int schedules,
        boolean traced,
        boolean shortLived,
        Map<Hop, String> proxyUrls) {

    private static final int SCHEDULES = 5;
    private static final int MAXIMUM_SCHEDULES = 10_000;

    /**
     * Reads {@code HARU_*_PORT}, {@code HARU_RUN_DIR}, {@code DEMO}, {@code SCHEDULES}, {@code TRACING} and
     * {@code SHORT_LIVED}.
     */
    public static Settings fromEnvironment(Path repository, Map<String, String> environment) {
        return new Settings(
                repository,
                directory(repository, environment),
                Ports.fromEnvironment(environment),
                number(environment, "DEMO", 1, 1) == 1,
                number(environment, "SCHEDULES", SCHEDULES, MAXIMUM_SCHEDULES),
                number(environment, "TRACING", 0, 1) == 1,
                number(environment, "SHORT_LIVED", 0, 1) == 1,
                Map.of());
    }

    /** Whether {@code latency serve} shows the traces. */
    boolean showsTraces() {
        return traced && Tracing.writesFiles();
    }

    static RunDirectory directory(Path repository, Map<String, String> environment) {
        String configured = environment.getOrDefault("HARU_RUN_DIR", "");
        return new RunDirectory(configured.isBlank() ? repository.resolve(".run") : Path.of(configured));
    }

    /** Reads a number from 0 to {@code maximum}. Returns {@code defaultValue} if the variable is not set. */
    public static int number(Map<String, String> environment, String name, int defaultValue, int maximum) {
        String value = environment.getOrDefault(name, "");
        if (value.isBlank()) {
            return defaultValue;
        }
        try {
            int number = Integer.parseInt(value.strip());
            if (number >= 0 && number <= maximum) {
                return number;
            }
        } catch (NumberFormatException e) {
            // the refusal below also covers a text that is not a number
        }
        throw new Refusal("%s=%s is not valid: set a number from 0 to %d.".formatted(name, value, maximum));
    }
}
