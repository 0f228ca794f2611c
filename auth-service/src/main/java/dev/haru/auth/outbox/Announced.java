package dev.haru.auth.outbox;

import java.util.UUID;

/**
 * An announcement that is written down.
 *
 * @param refusals how often the receiver refused it
 */
public record Announced(long id, UUID accountId, Announcement announcement, int refusals) {}
