package dev.haru.latency.trace;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The children of each span, by its id. A server span with the id of its client span has children of its own. */
final class SpanChildren {

    private final Map<Long, Span> byId = new HashMap<>();
    private final Map<Long, Span> servers = new HashMap<>();
    private final Map<Long, List<Span>> ofSpans = new HashMap<>();
    private final Map<Long, List<Span>> ofServers = new HashMap<>();

    /** Takes a span. Of several spans with one id, only the first counts, or a client span and its server span. */
    void put(Span span) {
        Span first = byId.putIfAbsent(span.id(), span);
        if (first == null) {
            return;
        }
        if (first.kind() == SpanKind.CLIENT && span.kind() == SpanKind.SERVER) {
            servers.putIfAbsent(span.id(), span);
        } else if (first.kind() == SpanKind.SERVER && span.kind() == SpanKind.CLIENT) {
            byId.put(span.id(), span);
            servers.put(span.id(), first);
        }
    }

    /** The spans that count, in no particular order. */
    List<Span> spans() {
        List<Span> spans = new ArrayList<>(byId.values());
        spans.addAll(servers.values());
        return spans;
    }

    /**
     * Adds a span to the children of its parent. Returns false if the parent was not recorded, or if the span names
     * itself as its parent.
     */
    boolean addToParent(Span child) {
        if (isServer(child)) {
            add(ofSpans, child.id(), child);
            return true;
        }
        Span parent = byId.get(child.parentId());
        if (parent == null || !child.hasParent()) {
            return false;
        }
        Span server = servers.get(parent.id());
        boolean ofClient = server == null
                || (parent.service().equals(child.service())
                        && !server.service().equals(child.service()));
        add(ofClient ? ofSpans : ofServers, parent.id(), child);
        return true;
    }

    List<Span> of(Span span) {
        return (isServer(span) ? ofServers : ofSpans).getOrDefault(span.id(), List.of());
    }

    private boolean isServer(Span span) {
        return span.equals(servers.get(span.id()));
    }

    private static void add(Map<Long, List<Span>> children, long id, Span child) {
        children.computeIfAbsent(id, _ -> new ArrayList<>()).add(child);
    }
}
