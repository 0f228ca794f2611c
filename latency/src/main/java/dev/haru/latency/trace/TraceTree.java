package dev.haru.latency.trace;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * The spans of a trace as trees: one tree if all spans were recorded, more if parents are missing. Of several spans
 * with the same id, the first counts, because exporters retry. But Zipkin's libraries give a client span and its server
 * span the same id, so the server span becomes the child of the client span. A span that names itself as its parent is
 * a root. Spans that are each other's ancestors are left out, because no order of them is right.
 *
 * <p>Longer than 120 lines because it also builds the tree of a request by its own clock.
 *
 * @param roots the spans without a recorded parent, sorted by start
 * @param orphans the roots that have the id of another span as parent
 * @param cyclic the spans that are each other's ancestors, and all spans below them
 * @param duplicates the number of spans that do not count because another span has their id
 */
public record TraceTree(TraceId id, List<Node> roots, List<Node> orphans, List<Span> cyclic, long duplicates) {

    private static final Comparator<Span> BY_START =
            Comparator.comparingLong(Span::start).thenComparingLong(Span::id);

    /** Builds the trees and makes the clocks of several hosts comparable, see {@link ClockSkew}. */
    public static TraceTree of(Trace trace) {
        SpanChildren children = new SpanChildren();
        trace.spans().forEach(children::put);
        List<Span> spans = children.spans();
        spans.sort(BY_START);
        List<Span> tops = new ArrayList<>();
        for (Span span : spans) {
            if (!children.addToParent(span)) {
                tops.add(span);
            }
        }
        List<Node> roots = tops.stream().map(top -> grow(top, children)).toList();
        return new TraceTree(
                trace.id(),
                roots,
                roots.stream().filter(root -> root.span().hasParent()).toList(),
                unreached(spans, roots),
                trace.spans().size() - spans.size());
    }

    /** All nodes. Each parent comes before its children. */
    public List<Node> nodes() {
        List<Node> nodes = new ArrayList<>();
        roots.forEach(root -> nodes.addAll(below(root)));
        return nodes;
    }

    /**
     * A node and its descendants. Each parent comes before its children. Uses a stack, not recursion, because a trace
     * may be deep.
     */
    public static List<Node> below(Node top) {
        List<Node> nodes = new ArrayList<>();
        Deque<Node> open = new ArrayDeque<>();
        open.push(top);
        while (!open.isEmpty()) {
            Node node = open.pop();
            nodes.add(node);
            node.children().reversed().forEach(open::push);
        }
        return nodes;
    }

    /** A node and its descendants by the clock of the node's host, as if the trace had no span above the node. */
    public static Node withoutParent(Node node) {
        if (node.shift() == 0) {
            return node;
        }
        Node top = new Node(node.span(), null, 0);
        Deque<Node> open = new ArrayDeque<>();
        open.push(node);
        Deque<Node> copies = new ArrayDeque<>();
        copies.push(top);
        while (!open.isEmpty()) {
            Node original = open.pop();
            Node copy = copies.pop();
            for (Node child : original.children()) {
                open.push(child);
                copies.push(new Node(child.span(), copy, ClockSkew.shift(child.span(), copy)));
            }
        }
        return top;
    }

    /** The services with a span in this trace. */
    public Set<String> services() {
        Set<String> services = new HashSet<>();
        nodes().forEach(node -> services.add(node.span().service()));
        return services;
    }

    private static List<Span> unreached(List<Span> spans, List<Node> roots) {
        Set<Span> unreached = Collections.newSetFromMap(new IdentityHashMap<>());
        unreached.addAll(spans);
        roots.forEach(root -> below(root).forEach(node -> unreached.remove(node.span())));
        return unreached.isEmpty()
                ? List.of()
                : spans.stream().filter(unreached::contains).toList();
    }

    private static Node grow(Span top, SpanChildren children) {
        Node root = new Node(top, null, 0);
        Deque<Node> open = new ArrayDeque<>();
        open.push(root);
        while (!open.isEmpty()) {
            Node node = open.pop();
            for (Span child : children.of(node.span())) {
                open.push(new Node(child, node, ClockSkew.shift(child, node)));
            }
        }
        return root;
    }
}
