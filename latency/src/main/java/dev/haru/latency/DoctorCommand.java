package dev.haru.latency;

import dev.haru.latency.doctor.Checkup;
import dev.haru.latency.doctor.CheckupTable;
import dev.haru.latency.doctor.Doctor;
import dev.haru.latency.source.BadInput;
import dev.haru.latency.source.TraceSource;
import dev.haru.latency.source.TraceStore;
import java.time.Clock;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "doctor",
        description = "Checks traces for orphan spans, broken propagation, clock skew and missing services.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class DoctorCommand implements Callable<Integer> {

    private final Clock clock;

    @Option(
            names = "--expect",
            split = ",",
            paramLabel = "SERVICE",
            defaultValue = "gateway,auth-service,member-service,schedule-service",
            description = "Services that must have spans (default: ${DEFAULT-VALUE}).")
    private Set<String> expected = Set.of();

    @Mixin
    private Traces traces = new Traces();

    @Mixin
    private Output output = new Output();

    DoctorCommand(Clock clock) {
        this.clock = clock;
    }

    @Override
    public Integer call() {
        TraceSource source = traces.source("{ }", clock);
        try (TraceStore store = traces.read(source)) {
            Checkup checkup = Doctor.examine(store, expected, traces.since(clock));
            if (checkup.traces() == 0) {
                throw new BadInput("No trace in " + source.description() + " in that time.");
            }
            output.print(checkup, CheckupTable.of(checkup, source.description()));
            return checkup.findings().isEmpty() ? 0 : Main.FOUND;
        }
    }
}
