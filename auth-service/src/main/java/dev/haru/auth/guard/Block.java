package dev.haru.auth.guard;

import java.time.Instant;

/**
 * A block that is in force.
 *
 * @param isNew whether the current attempt caused the block
 */
record Block(Instant until, boolean isNew) {}
