package dev.haru.latency.profile;

import dev.haru.latency.component.Attribution;
import dev.haru.latency.component.Breakdown;
import dev.haru.latency.component.Components;
import dev.haru.latency.component.HopBaselines;
import dev.haru.latency.route.Request;
import dev.haru.latency.route.Route;
import dev.haru.latency.source.TraceStore;
import dev.haru.latency.statistics.Reservoir;
import dev.haru.latency.trace.Node;
import dev.haru.latency.trace.TraceTree;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Goes through all traces twice: first for what each hop takes when nobody waits, then for where the time of each
 * request went.
 */
public final class Measurement {

    private final Function<TraceTree, List<Request>> requestsOf;
    private final long since;
    private final int capacity;
    private final boolean queues;
    private final Map<Route, HopBaselines> baselines = new LinkedHashMap<>();
    private final Map<Route, Tally> tallies = new LinkedHashMap<>();
    private final Map<Route, Map<String, Long>> doors = new LinkedHashMap<>();
    private final Set<String> services = new TreeSet<>();

    private Measurement(Function<TraceTree, List<Request>> requestsOf, long since, int capacity, boolean queues) {
        this.requestsOf = requestsOf;
        this.since = since;
        this.capacity = capacity;
        this.queues = queues;
    }

    /**
     * By route, those first that were seen first.
     *
     * @param requestsOf which requests of a trace are meant
     * @param since when they must have begun (ns since 1970)
     * @param capacity how many of each route are kept; the figures are of a uniform sample when there are more
     * @param queues whether the wait before a server is told from the network, which depends on all requests of the
     *     route
     */
    public static Map<Route, Measured> of(
            TraceStore store, Function<TraceTree, List<Request>> requestsOf, long since, int capacity, boolean queues) {
        Measurement measurement = new Measurement(requestsOf, since, capacity, queues);
        store.forEach(trace -> measurement.learn(TraceTree.of(trace)));
        store.forEach(trace -> measurement.count(TraceTree.of(trace)));
        Map<Route, Measured> all = new LinkedHashMap<>();
        measurement.tallies.forEach((route, tally) -> all.put(route, tally.measured(route, measurement.services)));
        return all;
    }

    private List<Request> requests(TraceTree tree) {
        return requestsOf.apply(tree).stream()
                .filter(request -> request.top().start() >= since)
                .toList();
    }

    private void learn(TraceTree tree) {
        services.addAll(tree.services());
        for (Request request : requests(tree)) {
            HopBaselines hops = baselines.computeIfAbsent(request.route(), _ -> new HopBaselines());
            doors.computeIfAbsent(request.route(), _ -> new HashMap<>()).merge(door(request), 1L, Long::sum);
            for (Node node : queues ? TraceTree.below(request.top()) : List.<Node>of()) {
                Components.server(node).ifPresent(server -> hops.add(node, server));
            }
        }
    }

    private void count(TraceTree tree) {
        boolean incomplete = !tree.orphans().isEmpty() && tree.roots().size() > 1;
        for (Request request : requests(tree)) {
            Tally tally = tallies.computeIfAbsent(request.route(), _ -> new Tally(capacity));
            if (!isUsualDoor(request)) {
                tally.elsewhere++;
                continue;
            }
            HopBaselines hops = baselines.computeIfAbsent(request.route(), _ -> new HopBaselines());
            boolean corrected = TraceTree.below(request.top()).stream().anyMatch(node -> node.shift() != 0);
            tally.add(new Attribution(hops).of(request.top()), incomplete, corrected);
        }
    }

    /** One that begins further inside has lost its caller, and would pass for a quick one. */
    private boolean isUsualDoor(Request request) {
        Map<String, Long> counts = doors.getOrDefault(request.route(), Map.of());
        long most = counts.values().stream().mapToLong(Long::longValue).max().orElse(0);
        return counts.getOrDefault(door(request), 0L) == most;
    }

    private static String door(Request request) {
        return request.top().span().service();
    }

    private static final class Tally {

        private final Reservoir<Breakdown> sample;
        private long incomplete;
        private long corrected;
        private long elsewhere;

        Tally(int capacity) {
            this.sample = new Reservoir<>(capacity);
        }

        void add(Breakdown breakdown, boolean isIncomplete, boolean isCorrected) {
            sample.add(breakdown);
            incomplete += isIncomplete ? 1 : 0;
            corrected += isCorrected ? 1 : 0;
        }

        Measured measured(Route route, Set<String> services) {
            return new Measured(route, sample.seen(), incomplete, corrected, elsewhere, sample.values(), services);
        }
    }
}
