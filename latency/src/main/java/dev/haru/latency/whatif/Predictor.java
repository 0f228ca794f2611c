package dev.haru.latency.whatif;

import dev.haru.latency.component.Attribution;
import dev.haru.latency.component.Component;
import dev.haru.latency.component.Components;
import dev.haru.latency.component.HopBaselines;
import dev.haru.latency.route.EntryServices;
import dev.haru.latency.route.Request;
import dev.haru.latency.route.Route;
import dev.haru.latency.source.BadInput;
import dev.haru.latency.source.TraceStore;
import dev.haru.latency.trace.Node;
import dev.haru.latency.trace.TraceTree;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Reads all traces twice. The first pass learns the components and the network time of each hop. The second pass
 * retimes each request.
 */
public final class Predictor {

    private final Function<TraceTree, List<Request>> requestsOf;
    private final long since;
    private final List<Change> changes;
    private final EntryServices entryServices = new EntryServices();
    private final Map<Route, Known> known = new LinkedHashMap<>();
    private final Map<Route, Outcomes> outcomes = new LinkedHashMap<>();

    private Predictor(Function<TraceTree, List<Request>> requestsOf, long since, List<Change> changes) {
        this.requestsOf = requestsOf;
        this.since = since;
        this.changes = changes;
    }

    /**
     * Predicts each route that has a changed component, in the order of first occurrence. Returns nothing if there is
     * no request. Throws {@link BadInput} if a change matches no component.
     *
     * @param requestsOf selects the requests of a trace
     * @param since the earliest start of a request (ns since 1970)
     * @param seed the seed of the bootstrap's random numbers
     * @param source the name of the source
     */
    public static List<Prediction> of(
            TraceStore store,
            Function<TraceTree, List<Request>> requestsOf,
            long since,
            List<Change> changes,
            long seed,
            String source) {
        Predictor predictor = new Predictor(requestsOf, since, changes);
        store.forEach(trace -> predictor.learn(TraceTree.of(trace)));
        predictor.resolve();
        store.forEach(trace -> predictor.retime(TraceTree.of(trace)));
        return predictor.outcomes.entrySet().stream()
                .map(entry -> entry.getValue().prediction(entry.getKey(), source, seed))
                .toList();
    }

    private List<Request> requests(TraceTree tree) {
        return requestsOf.apply(tree).stream()
                .filter(request -> request.top().start() >= since)
                .toList();
    }

    private void learn(TraceTree tree) {
        for (Request request : requests(tree)) {
            entryServices.add(request);
            Known ofRoute = known.computeIfAbsent(request.route(), _ -> new Known(new HopBaselines(), new HashSet<>()));
            double weight = request.sampled().weight();
            for (Node node : TraceTree.below(request.top())) {
                ofRoute.components.add(Components.of(node));
                Components.queue(node).ifPresent(ofRoute.components::add);
                Components.server(node).ifPresent(server -> ofRoute.baselines.add(node, server, weight));
            }
        }
    }

    private void resolve() {
        Set<Change> unknown = new HashSet<>(changes);
        known.forEach((route, ofRoute) -> {
            ResolvedChanges resolved = ResolvedChanges.of(changes, ofRoute.components);
            if (!resolved.byComponent().isEmpty()) {
                outcomes.put(route, new Outcomes(changes, resolved, new Attribution(ofRoute.baselines)));
                resolved.byComponent().values().forEach(unknown::remove);
            }
        });
        for (Change change : known.isEmpty() ? List.<Change>of() : changes) {
            if (unknown.contains(change)) {
                throw unmatched(change);
            }
        }
    }

    private BadInput unmatched(Change change) {
        Set<Component> all = new HashSet<>();
        known.values().forEach(ofRoute -> all.addAll(ofRoute.components));
        String routes =
                known.size() == 1 ? known.keySet().iterator().next().toString() : "%d routes".formatted(known.size());
        return new BadInput("%s: no component of %s matches. The closest are: %s."
                .formatted(change.text(), routes, String.join("; ", ComponentNames.closest(all, change.component()))));
    }

    private void retime(TraceTree tree) {
        for (Request request : requests(tree)) {
            Outcomes ofRoute = outcomes.get(request.route());
            if (ofRoute != null && entryServices.isUsual(request)) {
                ofRoute.add(request);
            }
        }
    }

    private record Known(HopBaselines baselines, Set<Component> components) {}
}
