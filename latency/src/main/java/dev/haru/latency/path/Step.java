package dev.haru.latency.path;

import dev.haru.latency.trace.Node;

/** A stretch of the critical path (ns) during which the request waited for this span, and for no span below it. */
public record Step(Node node, long start, long end) {

    public long duration() {
        return end - start;
    }
}
