package dev.haru.auth.session;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The current state of a session's chain of refresh tokens.
 *
 * @param generation the generation whose tokens are current
 * @param retiredAt when the previous generation was retired, null for the first generation
 * @param siblings tokens of the generation that were issued for a replay of the previous one
 */
record RefreshTokenChain(int generation, @Nullable Instant retiredAt, int siblings) {}
