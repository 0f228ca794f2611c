package dev.haru.latency.page;

import dev.haru.latency.component.Component;
import dev.haru.latency.component.Components;
import dev.haru.latency.path.CriticalPath;
import dev.haru.latency.path.Step;
import dev.haru.latency.profile.RouteProfile.Example;
import dev.haru.latency.route.Requests;
import dev.haru.latency.route.Route;
import dev.haru.latency.source.TraceStore;
import dev.haru.latency.trace.Node;
import dev.haru.latency.trace.TraceId;
import dev.haru.latency.trace.TraceTree;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The spans of a request, one in each row, with their stretches on the critical path.
 *
 * @param duration the duration of the request (ns)
 * @param left the number of spans, the shortest, that have no row
 */
public record Waterfall(long duration, int left, List<Row> rows) {

    /** A reader cannot take in more rows. */
    private static final int MAXIMUM_ROWS = 80;

    /** A span. Its start is in ns since the start of the request. */
    record Row(
            int depth,
            String name,
            Component component,
            long start,
            long duration,
            boolean failed,
            List<Stretch> critical) {}

    /** A stretch of the critical path, in ns since the start of the request. */
    record Stretch(long start, long duration) {}

    /** Finds the example's trace in the store again. */
    public static Waterfall of(TraceStore store, Route route, Example example) {
        TraceTree tree = TraceTree.of(store.find(TraceId.ofHex(example.traceId())));
        return Requests.of(tree, route).stream()
                .filter(request -> request.top().start() == example.startNanos())
                .findFirst()
                .map(request -> of(request.top()))
                .orElseThrow(() -> new IllegalStateException(example.traceId() + " is not in the store any more"));
    }

    /** The spans below this one, on the critical path of this one. */
    static Waterfall of(Node top) {
        Map<Node, List<Stretch>> critical = new HashMap<>();
        for (Step step : CriticalPath.of(top)) {
            critical.computeIfAbsent(step.node(), _ -> new ArrayList<>())
                    .add(new Stretch(step.start() - top.start(), step.duration()));
        }
        List<Node> nodes = TraceTree.below(top);
        Map<Node, Integer> depths = new HashMap<>();
        for (Node node : nodes) {
            Node parent = node.parent();
            depths.put(node, node == top || parent == null ? 0 : depths.getOrDefault(parent, 0) + 1);
        }
        Set<Node> longest = new HashSet<>(nodes.stream()
                .sorted((a, b) -> Long.compare(b.duration(), a.duration()))
                .limit(MAXIMUM_ROWS)
                .toList());
        List<Row> rows = nodes.stream()
                .filter(longest::contains)
                .map(node -> row(node, depths.getOrDefault(node, 0), top, critical.getOrDefault(node, List.of())))
                .toList();
        return new Waterfall(top.duration(), nodes.size() - rows.size(), rows);
    }

    private static Row row(Node node, int depth, Node top, List<Stretch> critical) {
        return new Row(
                depth,
                node.span().name(),
                Components.of(node),
                node.start() - top.start(),
                node.duration(),
                node.span().failed(),
                critical);
    }
}
