package dev.haru.auth.guard;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The counts of the last window.
 *
 * @param blockedUntil when the block ends, null without a block
 * @param sprayedUntil when password spraying counts as over, null when it is not under way
 */
record Counts(@Nullable Instant blockedUntil, @Nullable Instant sprayedUntil, Map<Counter, Count> byCounter) {

    private static final Count NONE = new Count(0, null);

    int of(Counter counter) {
        return byCounter.getOrDefault(counter, NONE).failures();
    }

    @Nullable Instant oldest(Counter counter) {
        return byCounter.getOrDefault(counter, NONE).oldest();
    }

    /** The number of failures, and the time of the oldest one. */
    record Count(int failures, @Nullable Instant oldest) {}
}
