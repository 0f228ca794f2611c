package dev.haru.gateway.ratelimit;

import java.util.List;
import java.util.Locale;

/**
 * The decision whether a request may pass. A refused request takes no token from any bucket. A client over the limit of
 * its access token therefore takes no tokens from other clients behind the same address.
 *
 * @param allowed whether the request may pass
 * @param levels the level of each bucket, the address's first
 * @param store where the buckets of this decision are
 */
record Decision(boolean allowed, List<Level> levels, Store store) {

    /** Where buckets are stored; metrics use the names in lower case, with hyphens. */
    enum Store {
        REDIS,
        LOCAL_FALLBACK;

        final String label = name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the empty buckets for which the request was refused; none if it was allowed. */
    List<Level> lacking() {
        return allowed
                ? List.of()
                : levels.stream().filter(level -> level.remaining() == 0).toList();
    }

    /** Seconds until a retry can succeed, at least 1. */
    long retryAfterSeconds() {
        return lacking().stream().mapToLong(Level::nextSeconds).reduce(1, Math::max);
    }
}
