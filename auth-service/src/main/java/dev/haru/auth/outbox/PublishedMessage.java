package dev.haru.auth.outbox;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A message in the outbox table.
 *
 * @param failures number of failed attempts to deliver the message
 * @param traceParent the trace context of the request that wrote the message; null if no trace is recorded
 */
public record PublishedMessage(
        long id,
        UUID accountId,
        OutboxMessage message,
        int failures,
        @Nullable String traceParent) {}
