package dev.haru.latency;

import dev.haru.latency.budget.Audit;
import dev.haru.latency.budget.AuditTable;
import dev.haru.latency.budget.Budget;
import dev.haru.latency.budget.Budgets;
import dev.haru.latency.budget.Outcome;
import dev.haru.latency.profile.Measured;
import dev.haru.latency.profile.Measurement;
import dev.haru.latency.profile.RoutesSeen;
import dev.haru.latency.route.Requests;
import dev.haru.latency.route.Route;
import dev.haru.latency.source.BadInput;
import dev.haru.latency.source.TraceSource;
import dev.haru.latency.source.TraceStore;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

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
            description = "Ignore routes without requests, for example after a load test of some routes.")
    private boolean skipUnseen;

    @Mixin
    private Traces traces = new Traces();

    @Mixin
    private Output output = new Output();

    BudgetCommand(Clock clock) {
        this.clock = clock;
    }

    @Override
    public Integer call() {
        List<Budget> budgets = Budgets.read(file);
        TraceSource source = traces.source(Traces.ANY_REQUEST, clock);
        List<Outcome> outcomes = new ArrayList<>();
        try (TraceStore store = TraceStore.of(source)) {
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
                    continue;
                }
                if (requests == null) {
                    throw new BadInput("%s has a budget, but no request in %s. %s"
                            .formatted(budget.route(), source.description(), RoutesSeen.in(store)));
                }
                outcomes.addAll(Audit.of(budget, requests));
            }
        }
        output.print(outcomes, AuditTable.of(outcomes));
        return outcomes.stream().allMatch(Outcome::isKept) ? 0 : Main.FOUND;
    }
}
