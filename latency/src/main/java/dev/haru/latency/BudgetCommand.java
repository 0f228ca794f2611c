package dev.haru.latency;

import dev.haru.latency.budget.Audit;
import dev.haru.latency.budget.AuditChecks;
import dev.haru.latency.budget.AuditTable;
import dev.haru.latency.budget.Budget;
import dev.haru.latency.budget.Budgets;
import dev.haru.latency.budget.Outcome;
import dev.haru.latency.profile.Measured;
import dev.haru.latency.profile.Measurement;
import dev.haru.latency.profile.RoutesSeen;
import dev.haru.latency.route.Requests;
import dev.haru.latency.route.Route;
import dev.haru.latency.sampling.SamplingSummary;
import dev.haru.latency.source.BadInput;
import dev.haru.latency.source.TraceSource;
import dev.haru.latency.source.TraceStore;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * The command {@code latency budget}.
 *
 * <p>Longer than 120 lines because it declares and documents every option of the command.
 */
@Command(
        name = "budget",
        description = "Compares routes and their components with budgets. The exit code is 1 if a budget is exceeded.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class BudgetCommand implements Callable<Integer> {

    /** With 5,000 requests, the standard error of a 99th percentile's rank is 0.14 %. */
    private static final int SAMPLE = 5_000;

    private final Clock clock;

    @Parameters(
            index = "0",
            paramLabel = "FILE",
            description = "A YAML file with a budget for each route: \"POST /v1/schedules: {gateway: 3ms, db: 8ms, "
                    + "p95: 25ms}\".")
    private Path file = Path.of("");

    @Option(
            names = "--skip-unseen",
            description = "Ignore routes without requests and percentiles of too few requests (p95 needs 20, p99 needs "
                    + "100), for example after a short load test.")
    private boolean skipUnseen;

    @Option(
            names = "--query",
            paramLabel = "TRACEQL",
            description = "Only traces that this TraceQL query finds, for example those of new pods (default: all). "
                    + "Needs --tempo.")
    private @Nullable String query;

    @Mixin
    private Traces traces = new Traces();

    @Mixin
    private SamplingOptions sampling = new SamplingOptions();

    @Mixin
    private Output output = new Output();

    @Mixin
    private Report report = new Report();

    BudgetCommand(Clock clock) {
        this.clock = clock;
    }

    @Override
    public Integer call() {
        List<Budget> budgets = Budgets.read(file);
        TraceSource source = query == null ? traces.source(Traces.ANY_REQUEST, clock) : traces.tempo(query, clock);
        List<Outcome> outcomes = new ArrayList<>();
        Map<String, SamplingSummary> samplings = new HashMap<>();
        List<Budget> unseen = new ArrayList<>();
        try (TraceStore store = traces.read(source)) {
            Map<Route, Measured> measured = Measurement.of(
                    store,
                    tree -> budgets.stream()
                            .flatMap(budget -> Requests.of(tree, budget.route()).stream())
                            .toList(),
                    traces.since(clock),
                    SAMPLE,
                    true);
            for (Budget budget : budgets) {
                Measured requests = measured.get(budget.route());
                if (requests == null && skipUnseen && !measured.isEmpty()) {
                    unseen.add(budget);
                    continue;
                }
                if (requests == null) {
                    throw new BadInput("%s has a budget, but no request in %s. %s"
                            .formatted(budget.route(), source.description(), RoutesSeen.in(store)));
                }
                sampling.check(budget.route() + " in " + source.description(), requests.sampling());
                samplings.put(budget.route().toString(), requests.sampling());
                outcomes.addAll(judged(Audit.of(budget, requests)));
            }
        }
        output.print(outcomes, AuditTable.of(outcomes, SamplingSummary.sum(samplings.values().stream())));
        report.write(AuditChecks.of(outcomes, samplings, unseen));
        return outcomes.stream().filter(Outcome::isSignificant).allMatch(Outcome::isKept) ? 0 : Main.FOUND;
    }

    private List<Outcome> judged(List<Outcome> outcomes) {
        for (Outcome outcome : outcomes) {
            if (!skipUnseen && !outcome.isSignificant()) {
                throw new BadInput(
                        "%s: %s Measure longer, or use --skip-unseen.".formatted(outcome.route(), outcome.tooFew()));
            }
        }
        return outcomes;
    }
}
