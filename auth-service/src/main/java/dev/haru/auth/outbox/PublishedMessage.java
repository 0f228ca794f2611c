package dev.haru.auth.outbox;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A message in the outbox table.
 *
 * @param refusals how often an upstream service has refused the message
 * @param traceParent the trace context of the request that wrote the message; null if no trace is recorded
 */
public record PublishedMessage(
        long id,
        UUID accountId,
        OutboxMessage message,
        int refusals,
        @Nullable String traceParent) {}
