package dev.haru.schedule.calendar;

import dev.haru.platform.problem.InvalidRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The time that a list looks at, from an instant until just before another; what reaches into it is in it. */
record Window(Instant from, Instant to) {

    /** A schedule lasts no longer, so one that starts earlier than this before the window cannot reach into it. */
    static final Duration LONGEST_SCHEDULE = Duration.ofDays(366);

    private static final UUID BEFORE_ALL = new UUID(0, 0);

    /** Without a bound, the window reaches to the end of what a calendar can mean. */
    static Window of(@Nullable Instant from, @Nullable Instant to) {
        Instant first = from == null ? CalendarTime.FIRST : Plan.stored(from);
        Instant end = to == null ? CalendarTime.END : Plan.stored(to);
        if (!end.isAfter(first)) {
            throw InvalidRequest.field("to", "must be after from");
        }
        return new Window(first, end);
    }

    /** Where the first page starts. */
    Position start() {
        return new Position(from.minus(LONGEST_SCHEDULE), BEFORE_ALL);
    }
}
