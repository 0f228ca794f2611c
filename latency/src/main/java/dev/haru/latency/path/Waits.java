package dev.haru.latency.path;

import dev.haru.latency.trace.ClockSkew;
import dev.haru.latency.trace.Node;
import dev.haru.latency.trace.SpanKind;
import java.time.Duration;

/** Decides from kinds and times of spans whether a parent waited for a child. */
public final class Waits {

    /**
     * The tolerance for spans of one process that overlap although they were sequential, or that end after the parent
     * that waits for them. Frameworks end spans in callbacks, in no fixed order.
     */
    public static final Duration JITTER = Duration.ofNanos(50_000);

    /**
     * The share of a call that may still be running when its parent ends. A proxy ends its client span after it has
     * forwarded the response. A server ends its span after the last byte has left. Both end after the span that waits
     * for them, by a millisecond, or by more on a busy processor.
     */
    private static final double MISSING_SHARE = 0.1;

    private Waits() {}

    /** A child that ends after its parent was not waited for, unless it was a call that was almost complete. */
    public static boolean isWaitedFor(Node child, Node parent) {
        if (child.span().kind() == SpanKind.CONSUMER || parent.span().kind() == SpanKind.PRODUCER) {
            return false;
        }
        return isServerOf(child, parent)
                || child.end() <= parent.end() + JITTER.toNanos()
                || wasComplete(child, parent.end());
    }

    /** Whether a failed call ended before its server did. The client gave up, for example because of a timeout. */
    public static boolean gaveUp(Node call, Node server) {
        return isServerOf(server, call)
                && call.span().failed()
                && server.end() > call.end() + ClockSkew.LATE_END.toNanos();
    }

    private static boolean isServerOf(Node child, Node call) {
        return child.span().kind() == SpanKind.SERVER && call.span().kind() == SpanKind.CLIENT;
    }

    /**
     * Whether a call was complete at a moment, within the tolerance. A call is complete when the server span that it
     * reached ends. A failed call is complete when its client span ends.
     */
    private static boolean wasComplete(Node call, long moment) {
        boolean isCall = call.span().kind() == SpanKind.CLIENT;
        long completed = call.children().stream()
                .filter(child -> isServerOf(child, call))
                .mapToLong(Node::end)
                .min()
                .orElseGet(() -> isCall ? call.reached().map(Node::end).orElse(Long.MAX_VALUE) : Long.MAX_VALUE);
        if (isCall && call.span().failed()) {
            completed = Math.min(completed, call.end());
        }
        if (completed == Long.MAX_VALUE) {
            return false;
        }
        long tolerance = Math.max(ClockSkew.LATE_END.toNanos(), (long) (MISSING_SHARE * (completed - call.start())));
        return completed <= moment + tolerance;
    }
}
