package dev.haru.latency.path;

import dev.haru.latency.trace.Node;
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
            if (!Waits.isWaitedFor(child, stretch.node())) {
                continue;
            }
            long end = Math.min(child.end(), stretch.end());
            long start = Math.max(child.start(), stretch.start());
            if (end > cursor + Waits.JITTER.toNanos() || start >= Math.min(end, cursor)) {
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

    private void step(Node node, long start, long end) {
        if (end > start) {
            steps.add(new Step(node, start, end));
        }
    }

    private record Stretch(Node node, long start, long end) {}
}
