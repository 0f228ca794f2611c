package dev.haru.auth.session;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An open session.
 *
 * @param lastUsedAt when it was opened or last refreshed
 */
public record OpenSession(
        UUID id,
        Instant createdAt,
        Instant lastUsedAt,
        @Nullable String userAgent,
        String address) {}
