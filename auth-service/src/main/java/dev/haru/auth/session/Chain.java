package dev.haru.auth.session;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Where the chain of a session's refresh tokens stands.
 *
 * @param generation the generation whose tokens may be used
 * @param retiredAt when the generation before it was retired, null for the first one
 * @param siblings tokens of the generation that were issued for a replay of the one before
 */
record Chain(int generation, @Nullable Instant retiredAt, int siblings) {}
