package dev.haru.auth.guard;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The failures of the last window.
 *
 * @param blockedUntil when the block of the address ends, null when it is not blocked
 */
record Counts(@Nullable Instant blockedUntil, Map<Counter, Count> byCounter) {

    private static final Count NONE = new Count(0, null);

    int of(Counter counter) {
        return byCounter.getOrDefault(counter, NONE).failures();
    }

    @Nullable Instant oldest(Counter counter) {
        return byCounter.getOrDefault(counter, NONE).oldest();
    }

    /** How many failures there were, and when the first of them was. */
    record Count(int failures, @Nullable Instant oldest) {}
}
