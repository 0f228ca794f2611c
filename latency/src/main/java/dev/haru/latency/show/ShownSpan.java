package dev.haru.latency.show;

/**
 * A span of a shown trace.
 *
 * @param depth the number of its recorded ancestors
 * @param startNanos ns since the start of the trace
 * @param criticalNanos the time (ns) during which its root span waited for this span itself
 * @param clockShiftNanos the time (ns) that was added to the span's times because of clock skew
 * @param orphan whether its parent was not recorded
 * @param serverTiming the header of the response, empty if the span has none
 */
public record ShownSpan(
        String id,
        int depth,
        String service,
        String name,
        String component,
        long startNanos,
        long durationNanos,
        long criticalNanos,
        long clockShiftNanos,
        boolean failed,
        boolean orphan,
        String serverTiming) {}
