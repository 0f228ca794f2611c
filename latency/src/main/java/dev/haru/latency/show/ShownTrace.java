package dev.haru.latency.show;

import dev.haru.latency.component.Component;
import dev.haru.latency.component.Components;
import dev.haru.latency.log.LogLine;
import dev.haru.latency.path.CriticalPath;
import dev.haru.latency.path.Step;
import dev.haru.latency.sampling.Sampled;
import dev.haru.latency.source.BadInput;
import dev.haru.latency.trace.Node;
import dev.haru.latency.trace.Trace;
import dev.haru.latency.trace.TraceTree;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * A trace for a terminal, a page or JSON. A trace has one critical path for each root span.
 *
 * @param startNanos ns since 1970
 * @param sampled how the first root span was sampled
 * @param ignored the number of spans that are duplicates, or each other's ancestors
 * @param spans each parent before its children
 */
public record ShownTrace(
        String trace,
        String link,
        String source,
        long startNanos,
        long durationNanos,
        Sampled sampled,
        int ignored,
        List<String> services,
        List<ShownSpan> spans,
        List<LogLine> logs) {

    private static final String[] SERVER_TIMING = {
        "http.response.header.server-timing", "http.response.header.server_timing"
    };

    /** The trace with its critical paths. */
    public static ShownTrace of(Trace trace, TraceTree tree, String source, String link, List<LogLine> logs) {
        if (tree.roots().isEmpty()) {
            throw new BadInput("The spans of trace %s are each other's parents.".formatted(trace.id()));
        }
        long start = start(tree);
        Map<Node, Long> critical = new HashMap<>();
        tree.roots()
                .forEach(root -> CriticalPath.of(root)
                        .forEach((Step step) -> critical.merge(step.node(), step.duration(), Long::sum)));
        List<Node> nodes = tree.nodes();
        Map<Node, Integer> depths = new HashMap<>();
        List<ShownSpan> spans = new ArrayList<>();
        for (Node node : nodes) {
            Node parent = node.parent();
            int depth = parent == null ? 0 : depths.getOrDefault(parent, 0) + 1;
            depths.put(node, depth);
            spans.add(span(node, depth, start, critical.getOrDefault(node, 0L)));
        }
        return new ShownTrace(
                trace.id().toString(),
                link,
                source,
                start,
                end(tree) - start,
                Sampled.of(tree.roots().getFirst()),
                trace.spans().size() - nodes.size(),
                List.copyOf(new TreeSet<>(tree.services())),
                Collections.unmodifiableList(spans),
                logs);
    }

    /** The start, to the millisecond. */
    public Instant start() {
        return Instant.EPOCH.plusNanos(startNanos).truncatedTo(ChronoUnit.MILLIS);
    }

    /** The start of the first root span (ns since 1970). */
    public static long start(TraceTree tree) {
        return tree.roots().stream().mapToLong(Node::start).min().orElse(0);
    }

    /** The end of the last root span (ns since 1970). */
    public static long end(TraceTree tree) {
        return tree.roots().stream().mapToLong(Node::end).max().orElse(0);
    }

    private static ShownSpan span(Node node, int depth, long start, long critical) {
        Component component = Components.of(node);
        return new ShownSpan(
                HexFormat.of().toHexDigits(node.span().id()),
                depth,
                node.span().service(),
                node.span().name(),
                component.label(),
                node.start() - start,
                node.duration(),
                critical,
                node.shift(),
                node.span().failed(),
                node.parent() == null && node.span().hasParent(),
                node.span().attribute(SERVER_TIMING));
    }
}
