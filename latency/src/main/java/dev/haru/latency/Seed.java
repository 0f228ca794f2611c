package dev.haru.latency;

import picocli.CommandLine.Option;

/** The option that makes the random numbers of the statistics repeatable. */
final class Seed {

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "The seed of the random numbers of the statistics (default: ${DEFAULT-VALUE}).")
    private long value;

    long value() {
        return value;
    }
}
