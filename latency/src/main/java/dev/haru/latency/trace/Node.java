package dev.haru.latency.trace;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A span in its tree, with times (ns) that can be compared with those of the other nodes. */
public final class Node {

    private final Span span;
    private final @Nullable Node parent;
    private final List<Node> children = new ArrayList<>();
    private final long shift;

    Node(Span span, @Nullable Node parent, long shift) {
        this.span = span;
        this.parent = parent;
        this.shift = shift;
        if (parent != null) {
            parent.children.add(this);
        }
    }

    public Span span() {
        return span;
    }

    public @Nullable Node parent() {
        return parent;
    }

    /** By when they started. */
    public List<Node> children() {
        return Collections.unmodifiableList(children);
    }

    public long start() {
        return span.start() + shift;
    }

    /** Never before the start, whatever the clock did meanwhile. */
    public long end() {
        return Math.max(span.start(), span.end()) + shift;
    }

    public long duration() {
        return end() - start();
    }

    /** What was added to its times (ns) so that it lies within its caller; 0 when its clock was believed. */
    public long shift() {
        return shift;
    }

    /** Whether another service, or another host's process, made the span that it hangs on. */
    public boolean crossesProcesses() {
        return parent != null
                && (!parent.span.service().equals(span.service())
                        || !parent.span.host().equals(span.host()));
    }
}
