package dev.haru.latency.source;

import dev.haru.latency.trace.Trace;
import dev.haru.latency.trace.TraceId;
import java.util.ArrayList;

/** Finds one trace in a source, without a {@link TraceStore}. */
public final class TraceById {

    /** A trace with more spans does not fit into the memory of the tool. */
    private static final int MAXIMUM_SPANS = 250_000;

    private TraceById() {}

    /**
     * Reads a trace from a source. Throws {@link BadInput} if it has no span there, or too many.
     *
     * @param dropped counts the spans of any trace that the source drops
     */
    public static Trace find(TraceSource source, TraceId id, DroppedSpans dropped) {
        Trace trace = new Trace(id, new ArrayList<>());
        source.read(dropped.countingFor(span -> {
            if (span.traceId().equals(id)) {
                if (trace.spans().size() == MAXIMUM_SPANS) {
                    throw new BadInput("Trace %s has more than %d spans.".formatted(id, MAXIMUM_SPANS));
                }
                trace.spans().add(span);
            }
        }));
        if (trace.spans().isEmpty() && dropped.count(DropReason.PARTIAL_TRACE) > 0) {
            throw new BadInput("%s returned only a part of trace %s: --allow-partial shows it."
                    .formatted(source.description(), id));
        }
        if (trace.spans().isEmpty()) {
            throw new BadInput("Trace %s is not in %s.".formatted(id, source.description()));
        }
        return trace;
    }
}
