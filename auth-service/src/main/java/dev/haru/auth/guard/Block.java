package dev.haru.auth.guard;

import java.time.Instant;

/**
 * A block that stands.
 *
 * @param isNew whether the attempt at hand caused it
 */
record Block(Instant until, boolean isNew) {}
