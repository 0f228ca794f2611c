package dev.haru.auth.device;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A known device, as its owner sees it.
 *
 * @param lastUsedAt time of the last sign-in from the device
 * @param current whether the session of the request was opened from the device
 */
record Device(
        UUID id,
        Instant createdAt,
        Instant lastUsedAt,
        @Nullable String userAgent,
        String address,
        boolean current) {}
