package dev.haru.latency.doctor;

import java.util.List;
import java.util.SortedMap;

/**
 * Whether traces can be believed.
 *
 * @param duplicates spans that came twice or hang on each other; they are left out
 * @param continued traces that go on from a client's own, which is as it should be
 * @param services how many spans each has
 * @param hops calls that reached their server in the same trace
 */
public record Checkup(
        long traces,
        long spans,
        long duplicates,
        long continued,
        SortedMap<String, Long> services,
        List<Hop> hops,
        List<Finding> findings) {

    /**
     * From one service to another.
     *
     * @param calls that have a server span
     * @param unanswered calls without one that did not fail
     * @param orphans server spans whose call is missing
     */
    public record Hop(String caller, String server, long calls, long unanswered, long orphans) {}
}
