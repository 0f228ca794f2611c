package dev.haru.latency.serve;

import dev.haru.latency.diff.Comparison;
import dev.haru.latency.diff.RouteDiff;
import dev.haru.latency.diff.Threshold;
import dev.haru.latency.live.GroupFigures;
import dev.haru.latency.live.KeptRequest;
import dev.haru.latency.live.LiveTraces;
import dev.haru.latency.live.RequestLine;
import dev.haru.latency.live.Sample;
import dev.haru.latency.live.Shape;
import dev.haru.latency.live.Snapshot;
import dev.haru.latency.live.State;
import dev.haru.latency.live.Timeline;
import dev.haru.latency.live.Window;
import dev.haru.latency.page.TracePage;
import dev.haru.latency.profile.Profiler;
import dev.haru.latency.profile.RouteProfile;
import dev.haru.latency.sampling.SamplingSummary;
import dev.haru.latency.show.ShownTrace;
import dev.haru.latency.source.BadInput;
import dev.haru.latency.trace.Trace;
import dev.haru.latency.trace.TraceTree;
import dev.haru.latency.why.Diagnosis;
import dev.haru.latency.why.Why;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The queries of the page. {@code profile}, {@code diff}, {@code why} and {@code trace} return the JSON of the commands
 * {@code of}, {@code diff}, {@code why} and {@code show}.
 *
 * <p>Longer than 120 lines because it has one method for each query.
 */
final class Api {

    private static final int LISTED_REQUESTS = 50;
    private static final int LISTED_ROUTES = 200;
    private static final long SEED = 1;
    private static final int WARM_UPS = 5;

    /** The default of {@code latency diff}. */
    private static final Threshold THRESHOLD = new Threshold(0, 0.1);

    private final LiveTraces live;
    private final Map<String, Function<Query, Object>> queries = Map.of(
            "state", this::state,
            "routes", this::routes,
            "timeline", this::timeline,
            "profile", this::profile,
            "shapes", this::shapes,
            "requests", this::requests,
            "trace", this::trace,
            "waterfall", this::waterfall,
            "diff", this::diff,
            "why", this::why);

    Api(LiveTraces live) {
        this.live = live;
    }

    /** The query of this name, if there is one. */
    @Nullable Function<Query, Object> query(String name) {
        return queries.get(name);
    }

    /** Runs the queries of a click some times, so that the JVM has compiled them before the first click. */
    void warmUp() {
        Snapshot snapshot = live.snapshot();
        Window all = snapshot.extent();
        Instant from = Instant.EPOCH.plusNanos(all.from());
        Instant middle = Instant.EPOCH.plusNanos(all.from() + (all.to() - all.from()) / 2);
        Instant to = Instant.EPOCH.plusNanos(all.to());
        snapshot.routes(all).stream().limit(1).forEach(route -> {
            Query query = Query.of("route=%s&before=%s/%s&after=%s/%s"
                    .formatted(URLEncoder.encode(route.name(), StandardCharsets.UTF_8), from, middle, middle, to));
            Query slowest = Query.of("route=" + URLEncoder.encode(route.name(), StandardCharsets.UTF_8));
            for (int i = 0; i < WARM_UPS; i++) {
                List.of("timeline", "profile", "shapes", "requests", "diff", "why")
                        .forEach(name -> warmUp(name, query));
                warmUp("why", slowest);
            }
        });
    }

    private void warmUp(String name, Query query) {
        try {
            Response.json(Objects.requireNonNull(queries.get(name)).apply(query));
        } catch (BadInput e) {
            // A comparison may have too few requests.
        }
    }

    /**
     * The routes with the most time.
     *
     * @param fromNanos the start of the first kept request (ns since 1970)
     * @param toNanos after the start of the last kept request
     * @param more the number of routes that are not in the list
     * @param sampling how the requests were sampled, in a sentence; empty if all were kept
     */
    record Routes(long fromNanos, long toNanos, int more, String sampling, List<GroupFigures> routes) {}

    /** A drawing of a trace. */
    record Drawing(String html) {}

    private State state(Query query) {
        return live.state();
    }

    private Routes routes(Query query) {
        Snapshot snapshot = live.snapshot();
        Window window = query.window("window");
        List<GroupFigures> routes = snapshot.routes(window);
        Window extent = snapshot.extent();
        return new Routes(
                extent.from(),
                extent.to(),
                Math.max(0, routes.size() - LISTED_ROUTES),
                KeptRequest.sampling(snapshot.requests(window)).note(),
                routes.stream().limit(LISTED_ROUTES).toList());
    }

    private Timeline timeline(Query query) {
        Snapshot snapshot = live.snapshot();
        return Timeline.of(snapshot.requests(query.route(), Window.ALL), snapshot.extent());
    }

    private RouteProfile profile(Query query) {
        List<KeptRequest> requests = live.snapshot().requests(query.route(), query.window("window"));
        if (requests.isEmpty()) {
            throw new BadInput("No request of %s in this window.".formatted(query.route()));
        }
        return Profiler.of(Sample.measured(requests), live.state().source(), live::link);
    }

    private List<Shape> shapes(Query query) {
        Snapshot snapshot = live.snapshot();
        return Shape.of(snapshot.requests(query.route(), query.window("window")), snapshot);
    }

    private List<RequestLine> requests(Query query) {
        List<KeptRequest> requests = live.snapshot().requests(query.route(), query.window("window"));
        return RequestLine.slowest(
                query.shape()
                        .map(shape -> requests.stream()
                                .filter(request -> request.shape() == shape)
                                .toList())
                        .orElse(requests),
                LISTED_REQUESTS);
    }

    private ShownTrace trace(Query query) {
        Trace trace = kept(query);
        return shown(trace, TraceTree.of(trace));
    }

    private Drawing waterfall(Query query) {
        Trace trace = kept(query);
        TraceTree tree = TraceTree.of(trace);
        return new Drawing(TracePage.body(shown(trace, tree), tree));
    }

    private List<RouteDiff> diff(Query query) {
        Snapshot snapshot = live.snapshot();
        String route = query.route();
        List<KeptRequest> before = snapshot.requests(route, query.requiredWindow("before"));
        List<KeptRequest> after = snapshot.requests(route, query.requiredWindow("after"));
        SamplingSummary samplingBefore = KeptRequest.sampling(before);
        SamplingSummary samplingAfter = KeptRequest.sampling(after);
        if (!Comparison.hasEnough(samplingBefore) || !Comparison.hasEnough(samplingAfter)) {
            throw new BadInput(Comparison.tooFew(route, samplingBefore, samplingAfter));
        }
        return List.of(Comparison.of(Sample.measured(before), Sample.measured(after), THRESHOLD, SEED));
    }

    private Diagnosis why(Query query) {
        Snapshot snapshot = live.snapshot();
        if (query.has("before") || query.has("after")) {
            return Why.between(
                    Sample.visits(selected(snapshot, query, query.requiredWindow("before")), snapshot),
                    Sample.visits(selected(snapshot, query, query.requiredWindow("after")), snapshot),
                    SEED);
        }
        return Why.ofSlowest(Sample.visits(selected(snapshot, query, query.window("window")), snapshot), SEED);
    }

    private static List<KeptRequest> selected(Snapshot snapshot, Query query, Window window) {
        return query.optionalRoute()
                .map(name -> snapshot.requests(name, window))
                .orElseGet(() -> snapshot.requests(window));
    }

    private Trace kept(Query query) {
        return live.snapshot()
                .trace(query.trace())
                .orElseThrow(() -> new BadInput("Trace %s is not kept any more.".formatted(query.trace())));
    }

    private ShownTrace shown(Trace trace, TraceTree tree) {
        return ShownTrace.of(trace, tree, live.state().source(), live.link(trace.id()), List.of());
    }
}
