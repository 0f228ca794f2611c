package dev.haru.auth.guard;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was counted in the last window.
 *
 * @param blockedUntil when the block ends, null without one
 * @param sprayedUntil until when spraying counts as under way, null when it does not
 */
record Counts(@Nullable Instant blockedUntil, @Nullable Instant sprayedUntil, Map<Counter, Count> byCounter) {

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
