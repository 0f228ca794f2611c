package dev.haru.latency.route;

import dev.haru.latency.sampling.Sampled;
import dev.haru.latency.trace.Node;

/** A request: its top server span, and its route. */
public record Request(Route route, Node top) {

    /** How the request was sampled. */
    public Sampled sampled() {
        return Sampled.of(top);
    }
}
