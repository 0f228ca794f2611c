package dev.haru.latency.doctor;

import dev.haru.latency.route.Route;
import dev.haru.latency.trace.Node;

/** A route of a service. */
record Endpoint(String service, String route) {

    static Endpoint of(Node server) {
        return new Endpoint(server.span().service(), Route.of(server).toString());
    }

    @Override
    public String toString() {
        return service + " " + route;
    }
}
