package dev.haru.platform.test.interleaving;

import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The states of the participants. One thread resumes a participant, and then waits until none of them can continue by
 * itself. A participant that waits for a lock of PostgreSQL is found in the server's table of locks, not by a time.
 */
final class Steps {

    private static final Duration LIMIT = Duration.ofMinutes(2);

    /** A statement usually ends within this time. Otherwise the table of locks shows whether it waits. */
    private static final Duration USUAL = Duration.ofMillis(2);

    /** The pause between two looks at the table of locks while only the server can continue. */
    private static final Duration POLL = Duration.ofMillis(20);

    private final LockWaits locks;
    private final ReentrantLock monitor = new ReentrantLock();
    private final Condition changed = monitor.newCondition();
    private final Map<Participant, State> states = new HashMap<>();
    private final Map<Participant, String> next = new HashMap<>();
    private Set<Participant> waiting = Set.of();
    private boolean abandoned;

    Steps(LockWaits locks) {
        this.locks = locks;
    }

    void running(Participant participant) {
        change(participant, State.RUNNING);
    }

    void ended(Participant participant) {
        change(participant, State.ENDED);
    }

    /** Waits until another thread resumes this participant. */
    void pause(Participant participant, String step) {
        monitor.lock();
        try {
            next.put(participant, step);
            change(participant, State.PAUSED);
            while (states.get(participant) == State.PAUSED && !abandoned) {
                changed.awaitUninterruptibly();
            }
            if (abandoned) {
                throw new IllegalStateException("the order has been abandoned");
            }
        } finally {
            monitor.unlock();
        }
    }

    /** Resumes a paused participant. Returns the step that it runs now. */
    String resume(Participant participant) {
        // Before the participant continues, and notes its next step.
        String step = next.getOrDefault(participant, "");
        change(participant, State.RUNNING);
        return step;
    }

    /** Waits until each participant is paused, waits for a lock of another one, or has ended. */
    void settle() throws SQLException, InterruptedException {
        long limit = System.nanoTime() + LIMIT.toNanos();
        while (true) {
            Set<Participant> running = awaitRunning(in(State.PAUSED).isEmpty() ? POLL : USUAL);
            if (running.isEmpty()) {
                return;
            }
            waiting = locks.waiting(running, states.keySet());
            // Otherwise the deadlock detector of the server ends one of the transactions.
            if (waiting.equals(running) && !in(State.PAUSED).isEmpty()) {
                return;
            }
            if (System.nanoTime() > limit) {
                throw new AssertionError("neither paused, ended nor waiting for a lock of another participant: "
                        + running.stream().map(this::described).toList());
            }
        }
    }

    /** Returns the participants in this state. */
    Set<Participant> in(State state) {
        monitor.lock();
        try {
            return Set.copyOf(states.keySet().stream()
                    .filter(participant -> states.get(participant) == state)
                    .toList());
        } finally {
            monitor.unlock();
        }
    }

    /** Lets all participants fail at their next step. */
    void abandon() {
        monitor.lock();
        try {
            abandoned = true;
            changed.signalAll();
        } finally {
            monitor.unlock();
        }
    }

    /**
     * Waits until no participant runs except those that waited for a lock a moment ago, or for this time. Returns the
     * running ones.
     */
    private Set<Participant> awaitRunning(Duration time) throws InterruptedException {
        monitor.lock();
        try {
            boolean stuck =
                    waiting.containsAll(in(State.RUNNING)) && in(State.PAUSED).isEmpty();
            long left = time.toNanos();
            while (left > 0 && !in(State.RUNNING).isEmpty() && (stuck || !waiting.containsAll(in(State.RUNNING)))) {
                left = changed.awaitNanos(left);
            }
            return in(State.RUNNING);
        } finally {
            monitor.unlock();
        }
    }

    private void change(Participant participant, State state) {
        monitor.lock();
        try {
            states.put(participant, state);
            changed.signalAll();
        } finally {
            monitor.unlock();
        }
    }

    private String described(Participant participant) {
        return participant + " after: " + next.getOrDefault(participant, "its start");
    }

    /** The state of a participant. A participant that waits for a lock is running, too. */
    enum State {
        RUNNING,
        PAUSED,
        ENDED
    }
}
