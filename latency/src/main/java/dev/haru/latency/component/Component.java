package dev.haru.latency.component;

/**
 * A component to which time is assigned.
 *
 * @param service the service that spent the time or waited
 * @param detail the statement, the upstream service or the cache; empty if the kind needs no detail
 */
public record Component(String service, Kind kind, String detail) {

    /** The text of a table cell, without the service. */
    public String label() {
        return detail.isEmpty() ? kind.label() : kind.label() + " " + detail;
    }

    @Override
    public String toString() {
        return service + " " + label();
    }
}
