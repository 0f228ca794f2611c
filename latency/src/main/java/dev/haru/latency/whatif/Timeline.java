package dev.haru.latency.whatif;

import dev.haru.latency.path.Waits;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.function.ToDoubleFunction;

/**
 * Places the children of a stretch in time, after their durations have changed. A child begins when all children that
 * had ended before it have ended, and after the same gap. The stretch ends when all its children have ended, and after
 * the same gap. So children that overlapped stay independent of each other, and a shorter one has slack. These are the
 * happens-before relations of Chow et al., "The Mystery Machine" (OSDI 2014), taken from one trace.
 */
final class Timeline {

    /** The length (ns) of a gap after a change. */
    interface Gaps {
        double length(long from, long to);
    }

    private final Stretch stretch;
    private final Gaps gaps;
    private final ToDoubleFunction<Stretch> durations;
    private final PriorityQueue<Placed> running = new PriorityQueue<>(Comparator.comparingLong(Placed::oldEnd));
    private long oldBegin;
    private double newBegin;

    private Timeline(Stretch stretch, Gaps gaps, ToDoubleFunction<Stretch> durations) {
        this.stretch = stretch;
        this.gaps = gaps;
        this.durations = durations;
        this.oldBegin = stretch.start();
    }

    /** The new duration (ns) of a stretch, from the new lengths of its gaps and the new durations of its children. */
    static double duration(Stretch stretch, Gaps gaps, ToDoubleFunction<Stretch> durations) {
        return new Timeline(stretch, gaps, durations).duration();
    }

    private double duration() {
        for (Stretch child : stretch.children()) {
            awaitAllUpTo(child.start() + Waits.JITTER.toNanos());
            // The gap is negative if spans overlap within the jitter.
            double start = Math.max(0, newBegin + gaps.length(oldBegin, child.start()));
            running.add(new Placed(Math.min(child.end(), stretch.end()), start + durations.applyAsDouble(child)));
        }
        awaitAllUpTo(stretch.end());
        return newBegin + gaps.length(oldBegin, stretch.end());
    }

    private void awaitAllUpTo(long moment) {
        while (!running.isEmpty() && running.peek().oldEnd() <= moment) {
            Placed child = running.poll();
            oldBegin = Math.max(oldBegin, child.oldEnd());
            newBegin = Math.max(newBegin, child.newEnd());
        }
    }

    /** The end of a child in the trace, and after the change, from the start of the stretch. */
    private record Placed(long oldEnd, double newEnd) {}
}
