package dev.haru.latency.profile;

import dev.haru.latency.route.Request;
import dev.haru.latency.route.Requests;
import dev.haru.latency.source.TraceStore;
import dev.haru.latency.trace.Node;
import dev.haru.latency.trace.TraceTree;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The routes that have requests, for a message about a route or a time without requests. Without a request, the spans
 * with which the traces begin.
 */
public final class RoutesSeen {

    private static final int MAXIMUM_LISTED = 20;
    private static final int MAXIMUM_KNOWN = 10_000;

    private final Map<String, Long> requests = new HashMap<>();
    private final Map<String, Long> roots = new HashMap<>();
    private long newest;

    private RoutesSeen() {}

    public static RoutesSeen in(TraceStore store) {
        RoutesSeen seen = new RoutesSeen();
        store.forEach(trace -> seen.add(TraceTree.of(trace)));
        return seen;
    }

    /** One line: the routes with the most requests, and the time of the newest request. */
    @Override
    public String toString() {
        if (!requests.isEmpty()) {
            return "Routes with requests, the last one at %s: %s."
                    .formatted(Instant.EPOCH.plusNanos(newest).truncatedTo(ChronoUnit.SECONDS), most(requests));
        }
        return roots.isEmpty()
                ? "No request was found."
                : "No request was found: no span is of the kind server or consumer. The traces begin with: %s."
                        .formatted(most(roots));
    }

    private void add(TraceTree tree) {
        tree.roots().forEach(root -> count(roots, nameOf(root)));
        for (Request request : Requests.fromOutside(tree)) {
            newest = Math.max(newest, request.top().start());
            count(requests, request.route().toString());
        }
    }

    private static String nameOf(Node root) {
        return "%s %s, %s"
                .formatted(
                        root.span().service(),
                        root.span().name(),
                        root.span().kind().name().toLowerCase(Locale.ROOT));
    }

    private static void count(Map<String, Long> counts, String name) {
        if (counts.size() < MAXIMUM_KNOWN || counts.containsKey(name)) {
            counts.merge(name, 1L, Long::sum);
        }
    }

    private static String most(Map<String, Long> counts) {
        return counts.entrySet().stream()
                        .sorted(Map.Entry.<String, Long>comparingByValue()
                                .reversed()
                                .thenComparing(Map.Entry.comparingByKey()))
                        .limit(MAXIMUM_LISTED)
                        .map(one -> "%s (%d)".formatted(one.getKey(), one.getValue()))
                        .collect(Collectors.joining(", "))
                + (counts.size() > MAXIMUM_LISTED ? ", …" : "");
    }
}
