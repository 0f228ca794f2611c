package dev.haru.latency;

import dev.haru.latency.diff.Comparison;
import dev.haru.latency.diff.DiffChecks;
import dev.haru.latency.diff.DiffTable;
import dev.haru.latency.diff.RouteDiff;
import dev.haru.latency.diff.Threshold;
import dev.haru.latency.profile.Measured;
import dev.haru.latency.profile.Measurement;
import dev.haru.latency.profile.RoutesSeen;
import dev.haru.latency.report.Check;
import dev.haru.latency.route.Request;
import dev.haru.latency.route.Requests;
import dev.haru.latency.route.Route;
import dev.haru.latency.sampling.SamplingSummary;
import dev.haru.latency.source.BadInput;
import dev.haru.latency.source.TraceSource;
import dev.haru.latency.source.TraceStore;
import dev.haru.latency.table.ShortList;
import dev.haru.latency.trace.TraceTree;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Compares the traces of two versions.
 *
 * <p>Longer than 120 lines because it declares and documents every option of the command.
 */
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

    private final Clock clock;

    @Option(names = "--before", required = true, paramLabel = "A", description = Traces.SIDE)
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

    @Mixin
    private Seed seed = new Seed();

    @Mixin
    private Traces traces = new Traces();

    @Mixin
    private SamplingOptions sampling = new SamplingOptions();

    @Mixin
    private Output output = new Output();

    @Mixin
    private Report report = new Report();

    DiffCommand(Clock clock) {
        this.clock = clock;
    }

    @Override
    public Integer call() {
        Threshold beyond = Threshold.of(threshold);
        Instant now = clock.instant();
        Side earliest = measure("--before", before, now);
        Side latest = measure("--after", after, now);
        Map<Route, Measured> from = earliest.measured();
        Map<Route, Measured> to = latest.measured();
        List<RouteDiff> diffs = new ArrayList<>();
        List<Check> leftOut = new ArrayList<>();
        Set<Route> routes = new LinkedHashSet<>(from.keySet());
        routes.addAll(to.keySet());
        for (Route compared : routes) {
            SamplingSummary earlier = sampling(from, compared);
            SamplingSummary later = sampling(to, compared);
            if (Comparison.hasEnough(earlier) && Comparison.hasEnough(later)) {
                sampling.check(compared + " in " + before, earlier);
                sampling.check(compared + " in " + after, later);
                diffs.add(Comparison.of(
                        Objects.requireNonNull(from.get(compared)),
                        Objects.requireNonNull(to.get(compared)),
                        beyond,
                        seed.value()));
            } else {
                leftOut.add(DiffChecks.leftOut(compared.toString(), earlier, later));
            }
        }
        if (diffs.isEmpty()) {
            throw new BadInput("No route has %d requests both before and after. Before: %s After: %s"
                    .formatted(Comparison.MINIMUM_REQUESTS, earliest.seen(), latest.seen()));
        }
        output.print(diffs, DiffTable.of(diffs));
        report.write(Stream.concat(diffs.stream().flatMap(diff -> DiffChecks.of(diff).stream()), leftOut.stream())
                .toList());
        return diffs.stream().anyMatch(RouteDiff::isSlower) ? Main.FOUND : 0;
    }

    private Side measure(String option, String value, Instant now) {
        TraceSource source = traces.source(option, value, now);
        try (TraceStore store = traces.read(source)) {
            // The boundary between network and queue is an estimate that depends on the compared requests.
            Map<Route, Measured> measured = Measurement.of(store, this::requests, traces.since(clock), SAMPLE, false);
            return new Side(measured, measured.isEmpty() ? RoutesSeen.in(store).toString() : counts(measured) + ".");
        }
    }

    private List<Request> requests(TraceTree tree) {
        return route == null ? Requests.fromOutside(tree) : Requests.of(tree, Route.of(route));
    }

    private static SamplingSummary sampling(Map<Route, Measured> measured, Route route) {
        Measured requests = measured.get(route);
        return requests == null ? SamplingSummary.unknown(0) : requests.sampling();
    }

    private static String counts(Map<Route, Measured> measured) {
        return ShortList.joined(
                List.copyOf(measured.values()),
                ", ",
                one -> "%s (%s)".formatted(one.route(), one.sampling().count()));
    }

    /** The requests of a side, and in sentences the routes that it has. */
    private record Side(Map<Route, Measured> measured, String seen) {}
}
