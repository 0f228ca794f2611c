package dev.haru.latency.doctor;

import dev.haru.latency.source.DroppedSpans;
import java.util.List;
import java.util.SortedMap;

/**
 * The result of a check of traces.
 *
 * @param spans the spans in the trees of these traces
 * @param duplicates spans that were left out because another span of the trace has their id
 * @param cyclic spans that were left out because they are each other's ancestors, or below such spans
 * @param continued traces that continue a trace of a client, which is correct
 * @param services the number of spans of each service
 * @param hops the calls between services
 * @param dropped the number of spans of the source that are in no trace, by reason
 */
public record Checkup(
        long traces,
        long spans,
        long duplicates,
        long cyclic,
        long continued,
        SortedMap<String, Long> services,
        List<Hop> hops,
        List<Finding> findings,
        DroppedSpans dropped) {

    /**
     * The calls from one service to another.
     *
     * @param calls calls with a server span in the same trace
     * @param unanswered successful calls without a server span
     * @param orphans server spans without a client span
     */
    public record Hop(String caller, String server, long calls, long unanswered, long orphans) {}
}
