package dev.haru.latency.route;

import dev.haru.latency.sampling.Sampled;
import dev.haru.latency.trace.Node;

/** A request: its top span, which is a server span or a consumer span, and its route. */
public record Request(Route route, Node top) {

    /** How the request was sampled. */
    public Sampled sampled() {
        return Sampled.of(top);
    }
}
