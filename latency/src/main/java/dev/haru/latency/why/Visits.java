package dev.haru.latency.why;

import dev.haru.latency.component.Component;
import dev.haru.latency.component.Components;
import dev.haru.latency.path.CriticalPath;
import dev.haru.latency.path.Step;
import dev.haru.latency.source.ServerAttributes;
import dev.haru.latency.trace.Node;
import dev.haru.latency.trace.TraceTree;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Divides the critical path of a request among the calls of services.
 *
 * <p>Longer than 120 lines because one walk over the nodes finds the calls, their networks and their shapes.
 */
final class Visits {

    private final List<Entry> entries = new ArrayList<>();
    private final Map<Node, Entry> entryOf = new HashMap<>();
    private final Map<Node, Long> networks = new HashMap<>();
    private final SharedValues shared;

    private Visits(SharedValues shared) {
        this.shared = shared;
    }

    /** The calls of the request with this top span. */
    static List<Visit> of(Node top, SharedValues shared) {
        Visits visits = new Visits(shared);
        for (Node node : TraceTree.below(top)) {
            visits.add(node, top);
        }
        for (Step step : CriticalPath.of(top)) {
            visits.charge(step);
        }
        return visits.entries.stream().map(visits::visit).toList();
    }

    private void add(Node node, Node top) {
        Node parent = node == top ? null : node.parent();
        Entry entry;
        if (parent == null) {
            entry = begin(node, null);
        } else if (isEntry(node, parent)) {
            entry(parent).count(node.span().service() + ' ' + node.span().name());
            entry = begin(node, isServerOf(node, parent) ? parent : null);
        } else {
            entry = entry(parent);
            entry.count(node.span().name());
        }
        entryOf.put(node, entry);
        if (isCall(node)) {
            entry.calls.add(node);
        } else {
            entry.own.putIfAbsent(shared.of(Components.of(node)), 0L);
        }
    }

    private Entry begin(Node node, @Nullable Node call) {
        Entry entry = new Entry(node, call);
        entries.add(entry);
        return entry;
    }

    /** The entry of a node that was added. */
    private Entry entry(Node node) {
        return Objects.requireNonNull(entryOf.get(node));
    }

    private void charge(Step step) {
        Node node = step.node();
        if (isCall(node)) {
            networks.merge(node, step.duration(), Long::sum);
        } else {
            entry(node).own.merge(Components.of(node), step.duration(), Long::sum);
        }
    }

    private Visit visit(Entry entry) {
        Node node = entry.node;
        return new Visit(
                node.span().service(),
                node.span().name(),
                entry.operations.hashCode(),
                Map.copyOf(entry.own),
                entry.call == null ? null : hop(entry.call),
                entry.calls.stream().map(this::hop).toList(),
                shared.of(ServerAttributes.in(node.span().attributes())));
    }

    private Hop hop(Node call) {
        Node server = Components.server(call).orElseThrow();
        return new Hop(
                shared.of(new Place(call.span().service(), server.span().service())),
                shared.of(entry(call).node.span().name() + " > " + server.span().name()),
                networks.getOrDefault(call, 0L));
    }

    private static boolean isEntry(Node node, Node parent) {
        return node.span().kind().isEntry()
                || !node.span().service().equals(parent.span().service());
    }

    private static boolean isServerOf(Node node, Node call) {
        return Components.server(call).filter(server -> server == node).isPresent();
    }

    /** Whether the self time of this node is the network of a call. */
    private static boolean isCall(Node node) {
        return Components.server(node).isPresent();
    }

    /** The spans of one call in one service. */
    private static final class Entry {

        private final Node node;
        private final Map<String, Integer> operations = new TreeMap<>();
        private final Map<Component, Long> own = new HashMap<>();
        private final List<Node> calls = new ArrayList<>();
        private final @Nullable Node call;

        Entry(Node node, @Nullable Node call) {
            this.node = node;
            this.call = call;
        }

        void count(String operation) {
            operations.merge(operation, 1, Integer::sum);
        }
    }
}
