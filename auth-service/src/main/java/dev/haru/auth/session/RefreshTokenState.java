package dev.haru.auth.session;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A refresh token and the chain of its session. The use of a token of the current generation begins the next
 * generation, and retires the token with all its siblings. The use of a retired token within the grace window creates a
 * sibling in the current generation. After the window, the use of a retired token counts as reuse.
 *
 * @param retiredAt when the token's generation was retired; null while it is the current one
 */
record RefreshTokenState(
        UUID sessionId,
        UUID accountId,
        Instant openedAt,
        @Nullable Instant retiredAt,
        RefreshTokenChain chain) {

    /** Maximum of replays in one generation. A client with ten browser tabs causes ten. */
    private static final int MAX_SIBLINGS = 100;

    /** Whether the token was retired before the grace window, so that its use indicates a leak. */
    boolean isReused(Duration grace, Instant now) {
        return retiredAt != null && retiredAt.plus(grace).isBefore(now);
    }

    /** Whether the generation has had more replays than any legitimate client causes. */
    boolean isExhausted() {
        return retiredAt != null && chain.siblings() >= MAX_SIBLINGS;
    }

    /** The chain after the use of this token. */
    RefreshTokenChain next(Instant now) {
        return retiredAt == null
                ? new RefreshTokenChain(chain.generation() + 1, now, 0)
                : new RefreshTokenChain(chain.generation(), chain.retiredAt(), chain.siblings() + 1);
    }
}
