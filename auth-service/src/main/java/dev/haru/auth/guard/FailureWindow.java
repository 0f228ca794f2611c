package dev.haru.auth.guard;

import dev.haru.auth.guard.Counts.Count;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The times of the recent failures of one counter, and the number of running checks that may fail. Callers of
 * {@link #hasRoom}, {@link #beginCheck} and {@link #endCheck} must hold one lock.
 */
final class FailureWindow {

    private final int maxCount;
    private final Deque<Instant> times = new ArrayDeque<>();
    private int running;
    private int unpublished;

    /**
     * Creates an empty window.
     *
     * @param maxCount the most times that the window keeps
     */
    FailureWindow(int maxCount) {
        this.maxCount = maxCount;
    }

    synchronized void add(Instant now) {
        if (times.size() == maxCount) {
            times.removeFirst();
        }
        times.addLast(now);
        unpublished = Math.min(maxCount, unpublished + 1);
    }

    synchronized void removeOldest() {
        times.pollFirst();
        unpublished = Math.max(0, unpublished - 1);
    }

    /** Takes the number of times that were added since the last such call, or 0 below the minimum. */
    synchronized int takeUnpublished(int minimum) {
        if (unpublished < minimum) {
            return 0;
        }
        int taken = unpublished;
        unpublished = 0;
        return taken;
    }

    synchronized Count count(Instant since) {
        while (!times.isEmpty() && !times.getFirst().isAfter(since)) {
            times.removeFirst();
        }
        return new Count(times.size(), times.peekFirst());
    }

    /**
     * Returns whether another check may begin. Without a failure in the window, every check may: many correct passwords
     * at once are not an attack.
     */
    boolean hasRoom(int limit, Instant since) {
        int failed = count(since).failures();
        return failed == 0 || failed + running < limit;
    }

    void beginCheck() {
        running++;
    }

    void endCheck() {
        running = Math.max(0, running - 1);
    }
}
