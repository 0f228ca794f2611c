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
 * A request's spans below each other, with the stretches of the critical path.
 *
 * @param duration ns of the request
 * @param left how many of its spans, the shortest, have no row
 */
public record Waterfall(long duration, int left, List<Row> rows) {

    /** More rows than these are no longer taken in at a glance. */
    private static final int MOST = 80;

    /** A span, from {@code start} (ns since the request's begin) on. */
    record Row(
            int depth,
            String name,
            Component component,
            long start,
            long duration,
            boolean failed,
            List<Stretch> critical) {}

    /** Of the critical path; ns since the request's begin. */
    record Stretch(long start, long duration) {}

    /** Of an example of that route, whose trace is looked for again. */
    public static Waterfall of(TraceStore store, Route route, Example example) {
        TraceTree tree = TraceTree.of(store.find(TraceId.ofHex(example.traceId())));
        return Requests.of(tree, route).stream()
                .filter(request -> request.top().start() == example.startNanos())
                .findFirst()
                .map(request -> of(request.top()))
                .orElseThrow(() -> new IllegalStateException(example.traceId() + " is not in the store any more"));
    }

    private static Waterfall of(Node top) {
        Map<Node, List<Stretch>> critical = new HashMap<>();
        for (Step step : CriticalPath.of(top)) {
            critical.computeIfAbsent(step.node(), _ -> new ArrayList<>())
                    .add(new Stretch(step.start() - top.start(), step.duration()));
        }
        List<Node> nodes = TraceTree.below(top);
        Set<Node> longest = new HashSet<>(nodes.stream()
                .sorted((a, b) -> Long.compare(b.duration(), a.duration()))
                .limit(MOST)
                .toList());
        List<Row> rows = nodes.stream()
                .filter(longest::contains)
                .map(node -> row(node, top, critical.getOrDefault(node, List.of())))
                .toList();
        return new Waterfall(top.duration(), nodes.size() - rows.size(), rows);
    }

    private static Row row(Node node, Node top, List<Stretch> critical) {
        int depth = 0;
        for (Node parent = node; parent != top && parent.parent() != null; parent = parent.parent()) {
            depth++;
        }
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
