package dev.haru.latency;

import dev.haru.latency.profile.RoutesSeen;
import dev.haru.latency.route.Request;
import dev.haru.latency.route.Requests;
import dev.haru.latency.route.Route;
import dev.haru.latency.source.BadInput;
import dev.haru.latency.source.TraceSource;
import dev.haru.latency.source.TraceStore;
import dev.haru.latency.trace.TraceTree;
import dev.haru.latency.why.Diagnosis;
import dev.haru.latency.why.DiagnosisTable;
import dev.haru.latency.why.RequestVisits;
import dev.haru.latency.why.Why;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "why",
        description =
                "Names the services that became slower, the most likely cause first: after against before, or the "
                        + "slowest tenth of the requests against the rest.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class WhyCommand implements Callable<Integer> {

    private final Clock clock;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "ROUTE",
            description = "Only requests of this route; by default, of all routes.")
    private @Nullable String route;

    @Option(names = "--before", paramLabel = "A", description = Traces.SIDE)
    private @Nullable String before;

    @Option(
            names = "--after",
            paramLabel = "B",
            description = "As for --before. Without both, the slowest tenth of one window is compared with the rest.")
    private @Nullable String after;

    @Mixin
    private Seed seed = new Seed();

    @Mixin
    private Traces traces = new Traces();

    @Mixin
    private SamplingOptions sampling = new SamplingOptions();

    @Mixin
    private Output output = new Output();

    WhyCommand(Clock clock) {
        this.clock = clock;
    }

    @Override
    public Integer call() {
        Diagnosis diagnosis = diagnosis();
        output.print(diagnosis, DiagnosisTable.of(diagnosis));
        return 0;
    }

    private Diagnosis diagnosis() {
        if (before != null && after != null) {
            Instant now = clock.instant();
            return Why.between(
                    read(traces.source("--before", before, now)),
                    read(traces.source("--after", after, now)),
                    seed.value());
        }
        if (before != null || after != null) {
            throw new BadInput("set both --before A and --after B, or neither.");
        }
        String query = route == null ? Traces.ANY_REQUEST : Route.of(route).query();
        return Why.ofSlowest(read(traces.source(query, clock)), seed.value());
    }

    private List<RequestVisits> read(TraceSource source) {
        try (TraceStore store = traces.read(source)) {
            List<RequestVisits> requests = RequestVisits.read(store, this::requests, traces.since(clock));
            if (requests.isEmpty()) {
                throw new BadInput("No request%s in %s. %s"
                        .formatted(
                                route == null ? "" : " of " + Route.of(route),
                                source.description(),
                                RoutesSeen.in(store)));
            }
            sampling.check(source.description(), RequestVisits.sampling(requests));
            return requests;
        }
    }

    private List<Request> requests(TraceTree tree) {
        return route == null ? Requests.fromOutside(tree) : Requests.of(tree, Route.of(route));
    }
}
