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
 * For each moment of a request the one span that it waited for: from the end backwards, the child that finished last is
 * what its parent waited for; before that child began, the one that had finished last by then; in between, the parent
 * itself. This is the last-finishing-child rule of Zhang et al., "CRISP: Critical Path Analysis of Large-Scale
 * Microservice Architectures" (USENIX ATC 2022), and of Eaton et al., "Distributed Latency Profiling through Critical
 * Path Tracing" (ACM Queue 20(1), 2022). The steps do not overlap and leave no gap, so they add up to the duration.
 */
public final class CriticalPath {

    /**
     * By how much spans of one process that follow each other may seem to overlap, or outlive the parent that waits for
     * them: frameworks end spans in callbacks, in an order of their own.
     */
    static final Duration JITTER = Duration.ofNanos(50_000);

    /**
     * What part of a call may be missing when its caller ends. A proxy's call ends after the answer has been handed on,
     * and a server after the last byte has left: both after the span that waited for them, by a millisecond or, when
     * the processor is wanted elsewhere, by more.
     */
    private static final double MISSING = 0.1;

    private static final Comparator<Node> LAST_END_FIRST =
            Comparator.comparingLong(Node::end).thenComparingLong(Node::start).reversed();

    private final List<Step> steps = new ArrayList<>();
    private final Deque<Stretch> open = new ArrayDeque<>();

    private CriticalPath() {}

    /** The steps of a request from first to last; a stack, not recursion, as a trace may be deep. */
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
                // It ran beside the one that was waited for, or outside of what is looked at.
                continue;
            }
            end = Math.min(end, cursor);
            step(stretch.node(), end, cursor);
            open.push(new Stretch(child, start, end));
            cursor = start;
        }
        step(stretch.node(), stretch.start(), cursor);
    }

    /** What outlives its parent was left to itself, but for a call that was all but over. */
    private static boolean isWaitedFor(Node child, Node parent) {
        if (child.span().kind() == SpanKind.CONSUMER || parent.span().kind() == SpanKind.PRODUCER) {
            return false;
        }
        return isServerOf(child, parent)
                || child.end() <= parent.end() + JITTER.toNanos()
                || wasAnswered(child, parent.end());
    }

    private static boolean isServerOf(Node child, Node call) {
        return child.span().kind() == SpanKind.SERVER && call.span().kind() == SpanKind.CLIENT;
    }

    /** A call is over when its server is; one that failed, when its caller gave it up. */
    private static boolean wasAnswered(Node call, long moment) {
        long over = call.children().stream()
                .filter(child -> isServerOf(child, call))
                .mapToLong(Node::end)
                .min()
                .orElse(Long.MAX_VALUE);
        if (call.span().kind() == SpanKind.CLIENT && call.span().failed()) {
            over = Math.min(over, call.end());
        }
        if (over == Long.MAX_VALUE) {
            return false;
        }
        long tolerance = Math.max(ClockSkew.LATE_END.toNanos(), (long) (MISSING * (over - call.start())));
        return over <= moment + tolerance;
    }

    private void step(Node node, long start, long end) {
        if (end > start) {
            steps.add(new Step(node, start, end));
        }
    }

    private record Stretch(Node node, long start, long end) {}
}
