package dev.haru.auth.device;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A device as its owner sees it.
 *
 * @param lastUsedAt when it was last signed in from
 * @param current whether the session of the call was opened from it
 */
record Device(
        UUID id,
        Instant createdAt,
        Instant lastUsedAt,
        @Nullable String userAgent,
        String address,
        boolean current) {}
