package dev.haru.auth.export;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An export, as its owner sees it.
 *
 * @param parts number of stored parts
 * @param jsonBytes length of the archive, of the stored parts until it is complete
 * @param completedAt null until the archive is complete
 * @param failedAt when the relay gave up; null if it did not
 * @param expiresAt when the archive is deleted; null until it is complete
 */
record Export(
        UUID id,
        Instant requestedAt,
        int parts,
        long jsonBytes,
        @Nullable Instant completedAt,
        @Nullable Instant failedAt,
        @Nullable Instant expiresAt) {}
