package dev.haru.auth.personaltoken;

import dev.haru.platform.security.Scopes;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A valid personal access token, without its value.
 *
 * @param lastUsedAt the last recorded use; null if there is none
 */
public record PersonalToken(
        UUID id,
        UUID accountId,
        String name,
        Scopes scopes,
        Instant createdAt,
        Instant expiresAt,
        @Nullable Instant lastUsedAt) {}
