package dev.haru.latency.path;

import dev.haru.latency.trace.Node;

/** A stretch of the critical path (ns) during which the request waited for this span itself and for none below it. */
public record Step(Node node, long start, long end) {

    public long duration() {
        return end - start;
    }
}
