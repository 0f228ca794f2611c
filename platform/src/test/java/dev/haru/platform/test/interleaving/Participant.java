package dev.haru.platform.test.interleaving;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A thread of an {@link Execution} with connections of its own. It pauses before each of its steps. */
final class Participant {

    /**
     * PostgreSQL's error codes for a deadlock and for a failed serialization. The lock order rules out the first one.
     */
    private static final Set<String> CONFLICTS = Set.of("40P01", "40001");

    private static final ThreadLocal<@Nullable Participant> CURRENT = new ThreadLocal<>();

    private final String name;
    private final Steps steps;
    private final Set<Integer> backends = ConcurrentHashMap.newKeySet();
    private final List<Throwable> failures = new ArrayList<>();

    Participant(String name, Steps steps) {
        this.name = name;
        this.steps = steps;
    }

    /** Returns the participant of this thread; null in all other threads. */
    static @Nullable Participant current() {
        return CURRENT.get();
    }

    /** Starts the thread. It runs until its first step. */
    void start(Action action) {
        steps.running(this);
        Thread.ofVirtual().name(name).start(() -> {
            CURRENT.set(this);
            try {
                action.run();
            } catch (Exception | AssertionError failure) {
                failures.add(failure);
            } finally {
                CURRENT.remove();
                steps.ended(this);
            }
        });
    }

    void pause(String step) {
        steps.pause(this, step);
    }

    void opened(int backend) {
        backends.add(backend);
    }

    void closed(int backend) {
        backends.remove(backend);
    }

    /** Notes a deadlock or a failed serialization, also if the caller catches the exception. */
    void refused(SQLException refusal) {
        if (CONFLICTS.contains(refusal.getSQLState())) {
            failures.add(refusal);
        }
    }

    /** The processes of the server that run this participant's statements. */
    Set<Integer> backends() {
        return backends;
    }

    /** The exceptions of a participant that has ended. */
    List<Throwable> failures() {
        return failures;
    }

    @Override
    public String toString() {
        return name;
    }
}
