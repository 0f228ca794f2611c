package dev.haru.auth.event;

import dev.haru.auth.event.SecurityEvents.Kind;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A security event that the current transaction has written. It is published within this transaction, so a listener can
 * write rows that are committed together with the event.
 *
 * @param factor the second factor that was added or replaced; null for other events
 */
public record SecurityEvent(
        UUID accountId, Kind kind, @Nullable UUID factor, Origin origin, Instant at) {}
