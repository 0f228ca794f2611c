package dev.haru.latency.trace;

import java.time.Duration;

/**
 * Computes the time shift of a span relative to its parent, after the clock-skew adjuster of Jaeger
 * (jaegertracing/jaeger, adjuster/clockskew.go). All spans of one host shift together. A span of another host that does
 * not lie within its parent is moved to the parent's middle, as if both directions took equally long.
 *
 * <p>Unlike Jaeger's adjuster, it does not move a late span that no parent waits for: a consumer, or a server whose
 * call failed, for example by a timeout. It also accepts a server that ends up to {@link #LATE_END} after its caller,
 * because a server ends its span after the last byte has left.
 */
public final class ClockSkew {

    /** A server may end this long after its caller before its clock counts as skewed. */
    public static final Duration LATE_END = Duration.ofMillis(1);

    private ClockSkew() {}

    /** The time (ns) to add to a child of this parent. The parent itself is already shifted. */
    static long shift(Span child, Node parent) {
        if (child.host().equals(parent.span().host())) {
            return parent.shift();
        }
        long start = child.start();
        long duration = Math.max(0, child.end() - start);
        boolean tooEarly = start < parent.start();
        if (duration > parent.duration() || !isWaitedFor(child, parent)) {
            // Only the order is known: the child cannot begin before its parent.
            return tooEarly ? parent.start() - start : 0;
        }
        // A failed call may have ended before the response.
        boolean tooLate = !parent.span().failed() && start + duration > parent.end() + LATE_END.toNanos();
        return tooEarly || tooLate ? parent.start() + (parent.duration() - duration) / 2 - start : 0;
    }

    private static boolean isWaitedFor(Span child, Node parent) {
        return child.kind() != SpanKind.CONSUMER && parent.span().kind() != SpanKind.PRODUCER;
    }
}
