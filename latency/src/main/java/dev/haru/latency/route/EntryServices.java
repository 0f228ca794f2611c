package dev.haru.latency.route;

import java.util.HashMap;
import java.util.Map;

/**
 * The services where the requests of a route begin. A request that begins at an inner service has lost its calling
 * service, and would count as a fast request.
 */
public final class EntryServices {

    private final Map<Route, Map<String, Long>> counts = new HashMap<>();

    public void add(Request request) {
        counts.computeIfAbsent(request.route(), _ -> new HashMap<>()).merge(service(request), 1L, Long::sum);
    }

    /** Whether the request begins at the service where most requests of its route begin. */
    public boolean isUsual(Request request) {
        Map<String, Long> ofRoute = counts.getOrDefault(request.route(), Map.of());
        long most = ofRoute.values().stream().mapToLong(Long::longValue).max().orElse(0);
        return ofRoute.getOrDefault(service(request), 0L) == most;
    }

    private static String service(Request request) {
        return request.top().span().service();
    }
}
