package dev.haru.schedule.firstpage;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.function.Supplier;

/** Records the assemblies of pages: their number, trigger, outcome and duration. */
final class AssemblyMetrics {

    private final MeterRegistry meters;

    AssemblyMetrics(MeterRegistry meters) {
        this.meters = meters;
    }

    <T> T record(String trigger, Supplier<T> assembly) {
        Timer.Sample sample = Timer.start(meters);
        String outcome = "failed";
        try {
            T page = assembly.get();
            outcome = "assembled";
            return page;
        } finally {
            sample.stop(Timer.builder("haru.first-page.assembly")
                    .description("First pages that were assembled")
                    .tags("trigger", trigger, "outcome", outcome)
                    .register(meters));
        }
    }
}
