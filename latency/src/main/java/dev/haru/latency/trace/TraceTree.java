package dev.haru.latency.trace;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A trace's spans as trees: one when all of it was recorded, more when parents are missing. Of several spans with the
 * same id the first counts, and of spans that are each other's ancestors none: exporters try again, and make mistakes.
 *
 * @param roots those without a recorded parent, by when they started
 * @param orphans the roots that name a parent
 */
public record TraceTree(TraceId id, List<Node> roots, List<Node> orphans) {

    private static final Comparator<Span> BY_START =
            Comparator.comparingLong(Span::start).thenComparingLong(Span::id);

    /** Builds it, and makes clocks of several hosts comparable as {@link ClockSkew} says. */
    public static TraceTree of(Trace trace) {
        Map<Long, Span> byId = new HashMap<>();
        trace.spans().forEach(span -> byId.putIfAbsent(span.id(), span));
        List<Span> spans = new ArrayList<>(byId.values());
        spans.sort(BY_START);

        List<Span> tops = new ArrayList<>();
        Map<Long, List<Span>> childrenOf = new HashMap<>();
        for (Span span : spans) {
            if (byId.containsKey(span.parentId())) {
                childrenOf
                        .computeIfAbsent(span.parentId(), _ -> new ArrayList<>())
                        .add(span);
            } else {
                tops.add(span);
            }
        }
        List<Node> roots = tops.stream().map(top -> grow(top, childrenOf)).toList();
        return new TraceTree(
                trace.id(),
                roots,
                roots.stream().filter(root -> root.span().parentId() != 0).toList());
    }

    /** All nodes, each parent before its children. */
    public List<Node> nodes() {
        List<Node> nodes = new ArrayList<>();
        roots.forEach(root -> nodes.addAll(below(root)));
        return nodes;
    }

    /** A node and all that hangs on it, each parent before its children; with a stack, as a trace may be deep. */
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

    /** The services that have a span in it. */
    public Set<String> services() {
        Set<String> services = new HashSet<>();
        nodes().forEach(node -> services.add(node.span().service()));
        return services;
    }

    private static Node grow(Span top, Map<Long, List<Span>> childrenOf) {
        Node root = new Node(top, null, 0);
        Deque<Node> open = new ArrayDeque<>();
        open.push(root);
        while (!open.isEmpty()) {
            Node node = open.pop();
            for (Span child : childrenOf.getOrDefault(node.span().id(), List.of())) {
                open.push(new Node(child, node, ClockSkew.shift(child, node)));
            }
        }
        return root;
    }
}
