package dev.haru.latency;

import dev.haru.latency.route.Request;
import dev.haru.latency.route.Requests;
import dev.haru.latency.route.Route;
import dev.haru.latency.source.BadInput;
import dev.haru.latency.source.TraceSource;
import dev.haru.latency.source.TraceStore;
import dev.haru.latency.trace.TraceTree;
import dev.haru.latency.whatif.Change;
import dev.haru.latency.whatif.Prediction;
import dev.haru.latency.whatif.PredictionTable;
import dev.haru.latency.whatif.Predictor;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "what-if",
        description = "Predicts the latency of a route if components became faster or slower, by retiming each trace.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class WhatIfCommand implements Callable<Integer> {

    private final Clock clock;

    @Parameters(
            arity = "1..*",
            paramLabel = "[ROUTE] CHANGE",
            hideParamSyntax = true,
            description =
                    "A route such as \"POST /v1/schedules\" (by default, each route with the component), and one or "
                            + "more changes: a component as latency of prints it, and -20%%, +20ms, -5ms, 0, or removed for the "
                            + "call and all calls in it. A time is for each call.")
    private List<String> arguments = List.of();

    @Mixin
    private Seed seed = new Seed();

    @Mixin
    private Traces traces = new Traces();

    @Mixin
    private SamplingOptions sampling = new SamplingOptions();

    @Mixin
    private Output output = new Output();

    WhatIfCommand(Clock clock) {
        this.clock = clock;
    }

    @Override
    public Integer call() {
        String first = arguments.getFirst();
        Route route = Change.isChange(first) ? null : Route.of(first);
        List<Change> changes =
                arguments.stream().skip(route == null ? 0 : 1).map(Change::of).toList();
        if (changes.isEmpty()) {
            throw new BadInput("\"%s\" has no change at its end: -20%%, +20ms, -5ms, 0 or removed."
                    .formatted(Change.shortened(first)));
        }
        TraceSource source = traces.source(route == null ? Traces.ANY_REQUEST : route.query(), clock);
        try (TraceStore store = traces.read(source)) {
            List<Prediction> predictions = Predictor.of(
                    store,
                    tree -> requests(tree, route),
                    traces.since(clock),
                    changes,
                    seed.value(),
                    source.description());
            if (predictions.isEmpty()) {
                throw new BadInput("No request%s in %s. %s"
                        .formatted(
                                route == null ? "" : " of " + route,
                                source.description(),
                                OfCommand.seen(store, traces, clock)));
            }
            predictions.forEach(one -> sampling.check(one.route() + " in " + one.source(), one.sampling()));
            output.print(
                    predictions,
                    predictions.stream().map(PredictionTable::of).collect(Collectors.joining(System.lineSeparator())));
        }
        return 0;
    }

    private static List<Request> requests(TraceTree tree, @Nullable Route route) {
        return route == null ? Requests.fromOutside(tree) : Requests.of(tree, route);
    }
}
