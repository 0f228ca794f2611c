package dev.haru.latency.profile;

import dev.haru.latency.component.Attribution;
import dev.haru.latency.component.Breakdown;
import dev.haru.latency.component.Components;
import dev.haru.latency.component.HopBaselines;
import dev.haru.latency.route.EntryServices;
import dev.haru.latency.route.Request;
import dev.haru.latency.route.Route;
import dev.haru.latency.sampling.Sampled;
import dev.haru.latency.sampling.SamplingTally;
import dev.haru.latency.source.DropReason;
import dev.haru.latency.source.DroppedSpans;
import dev.haru.latency.source.TraceStore;
import dev.haru.latency.statistics.Reservoir;
import dev.haru.latency.trace.Node;
import dev.haru.latency.trace.TraceTree;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Reads all traces twice. The first pass learns the network time of each hop. The second pass breaks down each request.
 *
 * <p>Longer than 120 lines because both passes share the state of a measurement.
 */
public final class Measurement {

    private final Function<TraceTree, List<Request>> requestsOf;
    private final long since;
    private final int capacity;
    private final boolean queues;
    private final Map<Route, HopBaselines> baselines = new LinkedHashMap<>();
    private final Map<Route, Tally> tallies = new LinkedHashMap<>();
    private final EntryServices entryServices = new EntryServices();
    private final Set<String> services = new TreeSet<>();
    private final DroppedSpans dropped = new DroppedSpans();

    private Measurement(Function<TraceTree, List<Request>> requestsOf, long since, int capacity, boolean queues) {
        this.requestsOf = requestsOf;
        this.since = since;
        this.capacity = capacity;
        this.queues = queues;
    }

    /**
     * Measures the requests by route, in the order of first occurrence.
     *
     * @param requestsOf selects the requests of a trace
     * @param since the earliest start of a request (ns since 1970)
     * @param capacity the number of requests that are kept for each route; of more requests, a uniform sample is kept
     * @param queues whether to separate the queue of a server from the network, which depends on all requests of the
     *     route
     */
    public static Map<Route, Measured> of(
            TraceStore store, Function<TraceTree, List<Request>> requestsOf, long since, int capacity, boolean queues) {
        Measurement measurement = new Measurement(requestsOf, since, capacity, queues);
        store.forEach(trace -> measurement.learnBaselines(TraceTree.of(trace)));
        store.forEach(trace -> measurement.count(TraceTree.of(trace)));
        measurement.dropped.add(store.dropped());
        Map<Route, Measured> all = new LinkedHashMap<>();
        measurement.tallies.forEach((route, tally) -> all.put(route, measurement.measured(route, tally)));
        return all;
    }

    private List<Request> requests(TraceTree tree) {
        return requestsOf.apply(tree).stream()
                .filter(request -> request.top().start() >= since)
                .toList();
    }

    private void learnBaselines(TraceTree tree) {
        services.addAll(tree.services());
        dropped.add(DropReason.DUPLICATE, tree.duplicates());
        dropped.add(DropReason.CYCLE, tree.cyclic().size());
        for (Request request : requests(tree)) {
            HopBaselines hops = baselines.computeIfAbsent(request.route(), _ -> new HopBaselines());
            entryServices.add(request);
            double weight = request.sampled().weight();
            for (Node node : queues ? TraceTree.below(request.top()) : List.<Node>of()) {
                Components.server(node).ifPresent(server -> hops.add(node, server, weight));
            }
        }
    }

    private void count(TraceTree tree) {
        boolean incomplete = !tree.orphans().isEmpty() && tree.roots().size() > 1;
        for (Request request : requests(tree)) {
            Tally tally = tallies.computeIfAbsent(request.route(), _ -> new Tally(capacity));
            if (!entryServices.isUsual(request)) {
                tally.elsewhere++;
                continue;
            }
            HopBaselines hops = baselines.computeIfAbsent(request.route(), _ -> new HopBaselines());
            boolean corrected = TraceTree.below(request.top()).stream().anyMatch(node -> node.shift() != 0);
            Sampled sampled = request.sampled();
            tally.add(new Attribution(hops).of(request.top(), sampled.weight()), sampled, incomplete, corrected);
        }
    }

    private Measured measured(Route route, Tally tally) {
        return new Measured(
                route,
                tally.sample.seen(),
                tally.incomplete,
                tally.corrected,
                tally.elsewhere,
                tally.sampling.summary(),
                tally.sample.values(),
                services,
                dropped);
    }

    private static final class Tally {

        private final Reservoir<Breakdown> sample;
        private final SamplingTally sampling = new SamplingTally();
        private long incomplete;
        private long corrected;
        private long elsewhere;

        Tally(int capacity) {
            this.sample = new Reservoir<>(capacity);
        }

        void add(Breakdown breakdown, Sampled sampled, boolean isIncomplete, boolean isCorrected) {
            sample.add(breakdown);
            sampling.add(sampled);
            incomplete += isIncomplete ? 1 : 0;
            corrected += isCorrected ? 1 : 0;
        }
    }
}
