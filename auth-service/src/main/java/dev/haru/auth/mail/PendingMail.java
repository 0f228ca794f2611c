package dev.haru.auth.mail;

import java.time.Instant;
import java.util.UUID;

/**
 * A mail in the outbox that a round of the relay has taken.
 *
 * @param id the part of the message's id before the {@code @}, the same in each attempt
 * @param template the code of its templates
 * @param sealed the encrypted mail
 * @param attempts the attempts, including the one of this round
 */
record PendingMail(UUID id, String template, String sealed, int attempts, Instant expiresAt) {}
