package dev.haru.latency.live;

import dev.haru.latency.route.Request;
import dev.haru.latency.route.Requests;
import dev.haru.latency.trace.Span;
import dev.haru.latency.trace.Trace;
import dev.haru.latency.trace.TraceId;
import dev.haru.latency.trace.TraceTree;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The kept traces and their requests at one moment. */
public final class Snapshot {

    static final Snapshot EMPTY = new Snapshot(Map.of(), Map.of(), new Window(0, 0));

    private final Map<TraceId, List<Span>> traces;
    private final Map<String, List<KeptRequest>> byRoute;
    private final Window extent;

    private Snapshot(Map<TraceId, List<Span>> traces, Map<String, List<KeptRequest>> byRoute, Window extent) {
        this.traces = traces;
        this.byRoute = byRoute;
        this.extent = extent;
    }

    /**
     * Groups the requests by route. It leaves out a request that begins at another service than most of its route,
     * because the span of its calling service is missing.
     */
    static Snapshot of(Map<TraceId, List<Span>> traces, List<KeptRequest> requests) {
        Map<String, List<KeptRequest>> byRoute = new LinkedHashMap<>();
        requests.forEach(request -> byRoute.computeIfAbsent(request.route().toString(), _ -> new ArrayList<>())
                .add(request));
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        for (List<KeptRequest> ofRoute : byRoute.values()) {
            String entry = usualEntry(ofRoute);
            ofRoute.removeIf(request -> !request.entryService().equals(entry));
            ofRoute.sort(Comparator.comparingLong(KeptRequest::start));
            first = Math.min(first, ofRoute.getFirst().start());
            last = Math.max(last, ofRoute.getLast().start());
        }
        return new Snapshot(traces, byRoute, byRoute.isEmpty() ? new Window(0, 0) : new Window(first, last + 1));
    }

    /** The time from the first request to the last one. */
    public Window extent() {
        return extent;
    }

    /** The requests of a route that began in the window, sorted by start. */
    public List<KeptRequest> requests(String route, Window window) {
        List<KeptRequest> all = byRoute.getOrDefault(route, List.of());
        return all.subList(firstAt(all, window.from()), firstAt(all, window.to()));
    }

    /** The requests of all routes that began in the window. */
    public List<KeptRequest> requests(Window window) {
        List<KeptRequest> all = new ArrayList<>();
        byRoute.keySet().forEach(route -> all.addAll(requests(route, window)));
        return all;
    }

    /** The figures of each route with a request in the window, those with the most represented time first. */
    public List<GroupFigures> routes(Window window) {
        return byRoute.keySet().stream()
                .map(route -> GroupFigures.of(route, requests(route, window)))
                .flatMap(Optional::stream)
                .sorted(Comparator.comparingDouble((GroupFigures figures) -> -figures.totalNanos())
                        .thenComparing(GroupFigures::name))
                .toList();
    }

    /** The trace with this id, if it is kept. */
    public Optional<Trace> trace(TraceId id) {
        return Optional.ofNullable(traces.get(id)).map(spans -> new Trace(id, spans));
    }

    /** The spans of a request as a tree. */
    public Request tree(KeptRequest request) {
        TraceTree tree = trace(request.breakdown().trace()).map(TraceTree::of).orElseThrow();
        return Requests.fromOutside(tree).stream()
                .filter(one ->
                        one.top().start() == request.start() && one.route().equals(request.route()))
                .findFirst()
                .orElseThrow();
    }

    private static String usualEntry(List<KeptRequest> requests) {
        Map<String, Integer> counts = new HashMap<>();
        requests.forEach(request -> counts.merge(request.entryService(), 1, Integer::sum));
        return counts.entrySet().stream()
                .max(Map.Entry.<String, Integer>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey)
                .orElse("");
    }

    /** The index of the first request that began at this time or later. */
    private static int firstAt(List<KeptRequest> requests, long time) {
        int low = 0;
        int high = requests.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (requests.get(middle).start() < time) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
