package dev.haru.latency.trace;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A span in its tree, with times (ns) that are comparable with those of other nodes. */
public final class Node {

    private final Span span;
    private final @Nullable Node parent;
    private final List<Node> children = new ArrayList<>();
    private final long shift;
    private @Nullable Node server;
    private @Nullable Node reached;

    Node(Span span, @Nullable Node parent, long shift) {
        this.span = span;
        this.parent = parent;
        this.shift = shift;
        if (parent != null) {
            parent.children.add(this);
            if (parent.server == null && span.kind() == SpanKind.SERVER) {
                parent.server = this;
            }
        }
        if (span.kind() == SpanKind.SERVER) {
            reachFrom(parent);
        }
    }

    public Span span() {
        return span;
    }

    public @Nullable Node parent() {
        return parent;
    }

    /** The children, sorted by start. */
    public List<Node> children() {
        return Collections.unmodifiableList(children);
    }

    /** The first child that is a server span. */
    public Optional<Node> server() {
        return Optional.ofNullable(server);
    }

    /**
     * The server span that a call reached. Between them may be other spans of the call: those of a proxy, or of a
     * second client library.
     */
    public Optional<Node> reached() {
        return Optional.ofNullable(reached);
    }

    public long start() {
        return span.start() + shift;
    }

    /** At least the start, even if the clock went back meanwhile. */
    public long end() {
        return Math.max(span.start(), span.end()) + shift;
    }

    public long duration() {
        return end() - start();
    }

    /** The time (ns) that was added to the span's times because of clock skew. 0 if the clock was accepted. */
    public long shift() {
        return shift;
    }

    /** Each node is visited once, because the nodes above one that reached a server have reached one, too. */
    private void reachFrom(@Nullable Node caller) {
        for (Node node = caller; node != null && node.reached == null && isPartOfCall(node); node = node.parent) {
            node.reached = this;
        }
    }

    private static boolean isPartOfCall(Node node) {
        return node.span.kind() == SpanKind.CLIENT || node.span.kind() == SpanKind.INTERNAL;
    }
}
