package dev.haru.local;

import dev.haru.local.port.Hop;
import dev.haru.local.port.Ports;
import dev.haru.local.process.Refusal;
import dev.haru.local.process.RunDirectory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * What to start and where.
 *
 * @param repository where the packaged services are
 * @param directory where data, logs and unpacked services go
 * @param ports who listens where
 * @param demo whether seed members are loaded
 * @param schedules how many schedules each seed member has
 * @param traced whether the OpenTelemetry agent traces the services
 * @param shortLived whether it lives for a test alone: nothing is recorded or optimised for longer
 * @param detours where a process reaches another, when that is not where the other listens
 * @param startLimit how long a service may take to become ready
 */
public record Settings(
        Path repository,
        RunDirectory directory,
        Ports ports,
        boolean demo,
        int schedules,
        boolean traced,
        boolean shortLived,
        Map<Hop, String> detours,
        Duration startLimit) {

    private static final Duration START_LIMIT = Duration.ofMinutes(3);
    private static final int SCHEDULES = 5;
    private static final int MOST_SCHEDULES = 10_000;

    /** From {@code HARU_*_PORT}, {@code HARU_RUN_DIR} and the variables named like the components. */
    static Settings fromEnvironment(Path repository, Map<String, String> environment) {
        return new Settings(
                repository,
                directory(repository, environment),
                Ports.fromEnvironment(environment),
                number(environment, "DEMO", 1, 1) == 1,
                number(environment, "SCHEDULES", SCHEDULES, MOST_SCHEDULES),
                number(environment, "TRACING", 0, 1) == 1,
                number(environment, "SHORT_LIVED", 0, 1) == 1,
                Map.of(),
                START_LIMIT);
    }

    /** The same with these detours. */
    Settings with(Map<Hop, String> others) {
        return new Settings(repository, directory, ports, demo, schedules, traced, shortLived, others, startLimit);
    }

    static RunDirectory directory(Path repository, Map<String, String> environment) {
        String moved = environment.getOrDefault("HARU_RUN_DIR", "");
        return new RunDirectory(moved.isBlank() ? repository.resolve(".run") : Path.of(moved));
    }

    /** A number from 0 to the most, or the standard one when there is none. */
    static int number(Map<String, String> environment, String name, int standard, int most) {
        String value = environment.getOrDefault(name, "");
        if (value.isBlank()) {
            return standard;
        }
        try {
            int number = Integer.parseInt(value.strip());
            if (number >= 0 && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // told below, like a number out of range
        }
        throw new Refusal("%s=%s is not valid: set a number from 0 to %d.".formatted(name, value, most));
    }
}
