package dev.haru.latency;

import dev.haru.latency.sampling.SamplingSummary;
import picocli.CommandLine.Option;

/** The option for requests whose sampling probability is unknown. */
final class SamplingOptions {

    @Option(
            names = "--strict",
            description = "Refuse requests without a sampling probability (th in tracestate), instead of a note.")
    private boolean strict;

    /** Throws BadInput with {@code --strict} if a request has no sampling probability. */
    void check(String where, SamplingSummary sampling) {
        if (strict) {
            sampling.requireKnown(where);
        }
    }
}
