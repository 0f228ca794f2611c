package dev.haru.latency;

import dev.haru.latency.diff.Comparison;
import dev.haru.latency.diff.DiffTable;
import dev.haru.latency.diff.RouteDiff;
import dev.haru.latency.diff.Threshold;
import dev.haru.latency.profile.Measured;
import dev.haru.latency.profile.Measurement;
import dev.haru.latency.route.Request;
import dev.haru.latency.route.Requests;
import dev.haru.latency.route.Route;
import dev.haru.latency.source.BadInput;
import dev.haru.latency.source.TraceSource;
import dev.haru.latency.source.TraceStore;
import dev.haru.latency.trace.TraceTree;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "diff",
        description =
                "Reports what became slower. The exit code is 1 if a route or a component did, beyond threshold and "
                        + "chance.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class DiffCommand implements Callable<Integer> {

    /** With 5,000 requests, confidence intervals are narrower than any useful threshold. */
    private static final int SAMPLE = 5_000;

    /** With fewer requests, a bootstrap of the mean is not reliable. */
    private static final int MINIMUM_REQUESTS = 30;

    private final Clock clock;

    @Option(
            names = "--before",
            required = true,
            paramLabel = "A",
            description = "A file or a directory; with --tempo, a window such as 2026-11-21T10:00:00Z/15m.")
    private String before = "";

    @Option(names = "--after", required = true, paramLabel = "B", description = "As for --before.")
    private String after = "";

    @Option(
            names = "--route",
            paramLabel = "ROUTE",
            description = "Compare only this route; by default, all routes that both sides have.")
    private @Nullable String route;

    @Option(
            names = "--threshold",
            paramLabel = "CHANGE",
            defaultValue = "10%",
            description = "The smallest change to report: a share of the mean before, or a time such as 2ms (default: "
                    + "10%%).")
    private String threshold = "";

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "The seed of the bootstrap's random numbers (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Mixin
    private Traces traces = new Traces();

    @Mixin
    private Output output = new Output();

    DiffCommand(Clock clock) {
        this.clock = clock;
    }

    @Override
    public Integer call() {
        Threshold beyond = Threshold.of(threshold);
        Map<Route, Measured> from = measure("--before", before);
        Map<Route, Measured> to = measure("--after", after);
        List<RouteDiff> diffs = new ArrayList<>();
        from.forEach((compared, measured) -> {
            Measured later = to.get(compared);
            if (later != null && Math.min(measured.requests(), later.requests()) >= MINIMUM_REQUESTS) {
                diffs.add(Comparison.of(measured, later, beyond, seed));
            }
        });
        if (diffs.isEmpty()) {
            throw new BadInput("No route has %d requests both before and after. Before: %s. After: %s."
                    .formatted(MINIMUM_REQUESTS, counts(from), counts(to)));
        }
        output.print(diffs, diffs.stream().map(DiffTable::of).collect(Collectors.joining(System.lineSeparator())));
        return diffs.stream().anyMatch(RouteDiff::isSlower) ? Main.FOUND : 0;
    }

    private Map<Route, Measured> measure(String option, String value) {
        TraceSource source = traces.source(option, value);
        try (TraceStore store = TraceStore.of(source)) {
            // The boundary between network and queue is an estimate that depends on the compared requests.
            return Measurement.of(store, this::requests, traces.since(clock), SAMPLE, false);
        }
    }

    private List<Request> requests(TraceTree tree) {
        return route == null ? Requests.fromOutside(tree) : Requests.of(tree, Route.of(route));
    }

    private static String counts(Map<Route, Measured> measured) {
        return measured.isEmpty()
                ? "none"
                : measured.values().stream()
                        .map(one -> one.route() + " (" + one.requests() + ")")
                        .collect(Collectors.joining(", "));
    }
}
