package dev.haru.auth.session;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A refresh token and the chain of its session. Using a token of the current generation begins the next generation and
 * retires the token with all its siblings. Using a retired token within the grace window yields a sibling of the
 * current generation, and after the window it is reuse.
 *
 * @param retiredAt when the token's generation was retired; null while it is the current one
 */
record Refreshable(
        UUID sessionId,
        UUID accountId,
        Instant openedAt,
        @Nullable Instant retiredAt,
        Chain chain) {

    /** Replays in one generation; a client with ten browser tabs makes ten. */
    private static final int MAX_SIBLINGS = 100;

    /** Whether the token was retired before the grace window, so that its use means a leak. */
    boolean isReused(Duration grace, Instant now) {
        return retiredAt != null && retiredAt.plus(grace).isBefore(now);
    }

    /** Whether the generation has had more replays than any client makes. */
    boolean isExhausted() {
        return retiredAt != null && chain.siblings() >= MAX_SIBLINGS;
    }

    /** The chain after this token is used. */
    Chain next(Instant now) {
        return retiredAt == null
                ? new Chain(chain.generation() + 1, now, 0)
                : new Chain(chain.generation(), chain.retiredAt(), chain.siblings() + 1);
    }
}
