package dev.haru.auth.passkey;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A registered passkey.
 *
 * @param credentialId the id from its authenticator
 * @param transports how clients can reach the authenticator
 * @param backedUp whether it is copied to other devices of its owner, as of its last use
 * @param lastUsedAt null for none
 */
record Passkey(
        UUID id,
        String name,
        byte[] credentialId,
        List<String> transports,
        boolean backedUp,
        Instant createdAt,
        @Nullable Instant lastUsedAt) {}
