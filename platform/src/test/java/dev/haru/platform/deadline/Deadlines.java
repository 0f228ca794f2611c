package dev.haru.platform.deadline;

import io.opentelemetry.context.Context;
import java.time.Duration;
import org.jspecify.annotations.NullMarked;

/** Deadlines for tests: code that runs while the context is current has the deadline. */
@NullMarked
public final class Deadlines {

    private Deadlines() {}

    /** A context with a deadline after this duration. */
    public static Context in(Duration left) {
        return Deadline.parse(Long.toString(left.toMillis() + 1), 1).in(Context.current());
    }

    /** A context with a deadline that has passed. */
    public static Context over() {
        return Deadline.parse("1", 2).in(Context.current());
    }
}
