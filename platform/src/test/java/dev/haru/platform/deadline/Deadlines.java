package dev.haru.platform.deadline;

import io.opentelemetry.context.Context;
import java.time.Duration;
import org.jspecify.annotations.NullMarked;

/** Deadlines for tests: what is done while the context is current has one. */
@NullMarked
public final class Deadlines {

    private Deadlines() {}

    /** A deadline so far from now. */
    public static Context in(Duration left) {
        return Deadline.parse(Long.toString(left.toMillis() + 1), 1).in(Context.current());
    }

    /** A deadline that is over. */
    public static Context over() {
        return Deadline.parse("1", 2).in(Context.current());
    }
}
