package dev.haru.latency.trace;

import java.time.Duration;

/**
 * How far a span is moved so that its time can be compared with its parent's, after the clock-skew adjuster of Jaeger
 * (jaegertracing/jaeger, adjuster/clockskew.go): within one host all spans move together; one of another host that does
 * not lie within its parent is put into its middle, as if both ways took equally long.
 *
 * <p>Unlike Jaeger's it moves nothing that nobody waits for (a consumer, a call whose caller had failed, such as by
 * time-out), and believes a server that ends up to {@link #LATE_END} after its caller: it does its accounts after the
 * last byte has left.
 */
public final class ClockSkew {

    /** How long after its caller a server may end without its clock being doubted. */
    public static final Duration LATE_END = Duration.ofMillis(1);

    private ClockSkew() {}

    /** What is added to the times of a child of this parent (ns), which has its own place already. */
    static long shift(Span child, Node parent) {
        if (child.host().equals(parent.span().host())) {
            return parent.shift();
        }
        long start = child.start();
        long duration = Math.max(0, child.end() - start);
        boolean tooEarly = start < parent.start();
        if (duration > parent.duration() || !isWaitedFor(child, parent)) {
            // Nothing is known but that a cause comes before its effect.
            return tooEarly ? parent.start() - start : 0;
        }
        // A caller that failed may have given up before the answer.
        boolean tooLate = !parent.span().failed() && start + duration > parent.end() + LATE_END.toNanos();
        return tooEarly || tooLate ? parent.start() + (parent.duration() - duration) / 2 - start : 0;
    }

    private static boolean isWaitedFor(Span child, Node parent) {
        return child.kind() != SpanKind.CONSUMER && parent.span().kind() != SpanKind.PRODUCER;
    }
}
