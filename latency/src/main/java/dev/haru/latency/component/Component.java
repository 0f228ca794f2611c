package dev.haru.latency.component;

/**
 * What time is charged to.
 *
 * @param service who spent or waited for it
 * @param detail the statement, the neighbour, the cache; empty where the kind says all
 */
public record Component(String service, Kind kind, String detail) {

    /** One line without the service, as a table shows it. */
    public String label() {
        return detail.isEmpty() ? kind.label() : kind.label() + " " + detail;
    }

    @Override
    public String toString() {
        return service + " " + label();
    }
}
