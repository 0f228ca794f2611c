package dev.haru.latency.path;

import dev.haru.latency.trace.ClockSkew;
import dev.haru.latency.trace.Node;
import dev.haru.latency.trace.SpanKind;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;

/**
 * The critical path: for each moment of a request, the one span that the request waited for. The algorithm goes
 * backwards from the end. A parent waited for the child that finished last. Before that child began, it waited for the
 * child that had finished last by then. In between, the time is the parent's own. This is the last-finishing-child rule
 * of Zhang et al., "CRISP: Critical Path Analysis of Large-Scale Microservice Architectures" (USENIX ATC 2022), and of
 * Eaton et al., "Distributed Latency Profiling through Critical Path Tracing" (ACM Queue 20(1), 2022). The steps do not
 * overlap and leave no gap, so they add up to the duration.
 */
public final class CriticalPath {

    /**
     * The tolerance for spans of one process that overlap although they were sequential, or that end after the parent
     * that waits for them. Frameworks end spans in callbacks, in no fixed order.
     */
    static final Duration JITTER = Duration.ofNanos(50_000);

    /**
     * The share of a call that may still be running when its parent ends. A proxy ends its client span after it has
     * forwarded the response. A server ends its span after the last byte has left. Both end after the span that waits
     * for them, by a millisecond, or by more on a busy processor.
     */
    private static final double MISSING_SHARE = 0.1;

    private static final Comparator<Node> LAST_END_FIRST =
            Comparator.comparingLong(Node::end).thenComparingLong(Node::start).reversed();

    private final List<Step> steps = new ArrayList<>();
    private final Deque<Stretch> open = new ArrayDeque<>();

    private CriticalPath() {}

    /**
     * Returns the steps of a request in order. The algorithm uses a stack, not recursion, because a trace may be deep.
     */
    public static List<Step> of(Node request) {
        CriticalPath path = new CriticalPath();
        path.open.push(new Stretch(request, request.start(), request.end()));
        while (!path.open.isEmpty()) {
            path.walk(path.open.pop());
        }
        path.steps.sort(Comparator.comparingLong(Step::start));
        return List.copyOf(path.steps);
    }

    private void walk(Stretch stretch) {
        long cursor = stretch.end();
        List<Node> children = new ArrayList<>(stretch.node().children());
        children.sort(LAST_END_FIRST);
        for (Node child : children) {
            if (!isWaitedFor(child, stretch.node())) {
                continue;
            }
            long end = Math.min(child.end(), stretch.end());
            long start = Math.max(child.start(), stretch.start());
            if (end > cursor + JITTER.toNanos() || start >= Math.min(end, cursor)) {
                // The child ran in parallel to the one that the parent waited for, or outside this stretch.
                continue;
            }
            end = Math.min(end, cursor);
            step(stretch.node(), end, cursor);
            open.push(new Stretch(child, start, end));
            cursor = start;
        }
        step(stretch.node(), stretch.start(), cursor);
    }

    /** A child that ends after its parent was not waited for, unless it was a call that was almost complete. */
    private static boolean isWaitedFor(Node child, Node parent) {
        if (child.span().kind() == SpanKind.CONSUMER || parent.span().kind() == SpanKind.PRODUCER) {
            return false;
        }
        return isServerOf(child, parent)
                || child.end() <= parent.end() + JITTER.toNanos()
                || wasComplete(child, parent.end());
    }

    private static boolean isServerOf(Node child, Node call) {
        return child.span().kind() == SpanKind.SERVER && call.span().kind() == SpanKind.CLIENT;
    }

    /**
     * Whether a call was complete at a moment, within the tolerance. A call is complete when its server span ends. A
     * failed call is complete when its client span ends.
     */
    private static boolean wasComplete(Node call, long moment) {
        long completed = call.children().stream()
                .filter(child -> isServerOf(child, call))
                .mapToLong(Node::end)
                .min()
                .orElse(Long.MAX_VALUE);
        if (call.span().kind() == SpanKind.CLIENT && call.span().failed()) {
            completed = Math.min(completed, call.end());
        }
        if (completed == Long.MAX_VALUE) {
            return false;
        }
        long tolerance = Math.max(ClockSkew.LATE_END.toNanos(), (long) (MISSING_SHARE * (completed - call.start())));
        return completed <= moment + tolerance;
    }

    private void step(Node node, long start, long end) {
        if (end > start) {
            steps.add(new Step(node, start, end));
        }
    }

    private record Stretch(Node node, long start, long end) {}
}
