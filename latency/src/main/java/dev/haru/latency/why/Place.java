package dev.haru.latency.why;

/**
 * A place where a request spends time: inside a service, or on the network from a service to an upstream service.
 *
 * @param service the service, or the client service of the network
 * @param upstream the upstream service; empty for the time inside the service
 */
record Place(String service, String upstream) {

    static Place inside(String service) {
        return new Place(service, "");
    }

    boolean isNetwork() {
        return !upstream.isEmpty();
    }
}
