package dev.haru.latency.route;

import dev.haru.latency.trace.Node;

/** A request that a server took: the span of its first server, and the route it is known by. */
public record Request(Route route, Node top) {}
