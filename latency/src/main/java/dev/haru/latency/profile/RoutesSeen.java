package dev.haru.latency.profile;

import dev.haru.latency.route.Request;
import dev.haru.latency.route.Requests;
import dev.haru.latency.source.TraceStore;
import dev.haru.latency.trace.TraceTree;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** The routes that have requests, for a message about a route or a time without requests. */
public final class RoutesSeen {

    private static final int MAXIMUM_LISTED = 20;
    private static final int MAXIMUM_KNOWN = 10_000;

    private final Map<String, Long> requests = new HashMap<>();
    private long newest;

    private RoutesSeen() {}

    public static RoutesSeen in(TraceStore store) {
        RoutesSeen seen = new RoutesSeen();
        store.forEach(trace -> Requests.fromOutside(TraceTree.of(trace)).forEach(seen::add));
        return seen;
    }

    /** One line: the routes with the most requests, and the time of the newest request. */
    @Override
    public String toString() {
        if (requests.isEmpty()) {
            return "No request was found.";
        }
        String routes = requests.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
                .limit(MAXIMUM_LISTED)
                .map(route -> "%s (%d)".formatted(route.getKey(), route.getValue()))
                .collect(Collectors.joining(", "));
        return "Routes with requests, the last one at %s: %s%s."
                .formatted(
                        Instant.EPOCH.plusNanos(newest).truncatedTo(ChronoUnit.SECONDS),
                        routes,
                        requests.size() > MAXIMUM_LISTED ? ", …" : "");
    }

    private void add(Request request) {
        newest = Math.max(newest, request.top().start());
        String route = request.route().toString();
        if (requests.size() < MAXIMUM_KNOWN || requests.containsKey(route)) {
            requests.merge(route, 1L, Long::sum);
        }
    }
}
