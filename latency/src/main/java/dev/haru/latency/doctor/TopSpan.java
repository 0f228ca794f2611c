package dev.haru.latency.doctor;

import java.util.Set;

/**
 * A server span without its parent in the trace.
 *
 * @param named whether the span has the id of a parent
 * @param present the services that have spans in the trace
 */
record TopSpan(Endpoint endpoint, boolean named, Set<String> present) implements Comparable<TopSpan> {

    @Override
    public int compareTo(TopSpan other) {
        return (endpoint.toString() + named).compareTo(other.endpoint.toString() + other.named);
    }
}
