package dev.haru.gateway.ratelimit;

import java.util.List;
import java.util.Locale;

/**
 * Whether a call may pass. A refused call has taken no token of any bucket, so that a member over the limit does not
 * use up what others behind the same address have.
 *
 * @param allowed whether it may
 * @param levels the buckets, the address's first
 * @param store who decided
 */
record Decision(boolean allowed, List<Level> levels, Store store) {

    /** Where buckets are kept, by the name in metrics. */
    enum Store {
        REDIS,
        FLOOR;

        final String label = name().toLowerCase(Locale.ROOT);
    }

    /** The buckets that had no token left for a refused call. */
    List<Level> lacking() {
        return allowed
                ? List.of()
                : levels.stream().filter(level -> level.remaining() == 0).toList();
    }

    /** Seconds until a refused call may pass, at least 1. */
    long retryAfterSeconds() {
        return lacking().stream().mapToLong(Level::nextSeconds).reduce(1, Math::max);
    }
}
