package dev.haru.latency;

import dev.haru.latency.page.Page;
import dev.haru.latency.page.Waterfall;
import dev.haru.latency.profile.Measured;
import dev.haru.latency.profile.Measurement;
import dev.haru.latency.profile.ProfileTable;
import dev.haru.latency.profile.Profiler;
import dev.haru.latency.profile.RouteProfile;
import dev.haru.latency.profile.RoutesSeen;
import dev.haru.latency.route.Requests;
import dev.haru.latency.route.Route;
import dev.haru.latency.source.BadInput;
import dev.haru.latency.source.TraceSource;
import dev.haru.latency.source.TraceStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "of",
        description = "Shows the self time of each component on the critical path of a route.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class OfCommand implements Callable<Integer> {

    /**
     * The maximum number of kept requests, about 1 KB each. For more requests, the figures come from a uniform sample.
     */
    static final int EXACT_UP_TO = 50_000;

    private final Clock clock;

    @Parameters(index = "0", paramLabel = "ROUTE", description = "A route such as \"POST /v1/schedules\".")
    private String route = "";

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "Also write a page with a bar for each component, the median request and the p99 request.")
    private @Nullable Path html;

    @Mixin
    private Traces traces = new Traces();

    @Mixin
    private SamplingOptions sampling = new SamplingOptions();

    @Mixin
    private Output output = new Output();

    OfCommand(Clock clock) {
        this.clock = clock;
    }

    @Override
    public Integer call() {
        Route wanted = Route.of(route);
        TraceSource source = traces.source(wanted.query(), clock);
        try (TraceStore store = traces.read(source)) {
            Map<Route, Measured> measured =
                    Measurement.of(store, tree -> Requests.of(tree, wanted), traces.since(clock), EXACT_UP_TO, true);
            Measured requests = measured.get(wanted);
            if (requests == null) {
                throw new BadInput("No request of %s in %s. %s"
                        .formatted(wanted, source.description(), seen(store, traces, clock)));
            }
            sampling.check(wanted + " in " + source.description(), requests.sampling());
            RouteProfile profile = Profiler.of(requests, source.description(), traces.link(source::link));
            if (html != null) {
                write(html, Page.of(profile, name -> Waterfall.of(store, wanted, name)));
            }
            output.print(profile, ProfileTable.of(profile));
        }
        return 0;
    }

    static void write(Path file, String page) {
        try {
            Files.writeString(file, page);
        } catch (IOException e) {
            throw new BadInput("The page cannot be written to " + file + ": " + e.getMessage(), e);
        }
    }

    /** The routes of a store without requests of the wanted route. */
    static RoutesSeen seen(TraceStore store, Traces traces, Clock clock) {
        if (store.spans() > 0) {
            return RoutesSeen.in(store);
        }
        // Tempo was searched for this route only. Search again for any route.
        try (TraceStore any = TraceStore.of(traces.source(Traces.ANY_REQUEST, clock))) {
            return RoutesSeen.in(any);
        }
    }
}
