package dev.haru.auth.outbox;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An announcement that is written down.
 *
 * @param refusals how often the receiver refused it
 * @param traceParent of the request that wrote it; null when that is not recorded
 */
public record PublishedMessage(
        long id,
        UUID accountId,
        OutboxMessage announcement,
        int refusals,
        @Nullable String traceParent) {}
