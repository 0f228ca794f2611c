package dev.haru.latency.component;

import dev.haru.latency.trace.TraceId;
import java.util.Map;

/**
 * The duration of one request, split into components. The nanoseconds of the parts add up to the duration exactly.
 *
 * @param start ns since 1970
 * @param duration ns
 * @param weight how many requests it stands for, see {@link dev.haru.latency.sampling.Sampled}
 */
public record Breakdown(
        TraceId trace, long start, long duration, boolean failed, double weight, Map<Component, Part> parts) {

    private static final Part NONE = new Part(0, 0, 0);

    public Breakdown {
        long sum = 0;
        for (Part part : parts.values()) {
            sum += part.nanos();
        }
        if (sum != duration) {
            throw new IllegalStateException(
                    "the parts of trace %s add up to %d ns, it took %d".formatted(trace, sum, duration));
        }
    }

    /** The breakdown of a request that stands for itself. */
    public Breakdown(TraceId trace, long start, long duration, boolean failed, Map<Component, Part> parts) {
        this(trace, start, duration, failed, 1, parts);
    }

    /** The nanoseconds of a component. */
    public long nanos(Component component) {
        return part(component).nanos();
    }

    /** The part of a component. */
    public Part part(Component component) {
        return parts.getOrDefault(component, NONE);
    }

    /**
     * A component's part of one request.
     *
     * @param nanos the time on the critical path
     * @param calls how often the component was called, calls outside the critical path included
     * @param failures how many of these calls failed
     */
    public record Part(long nanos, int calls, int failures) {}
}
