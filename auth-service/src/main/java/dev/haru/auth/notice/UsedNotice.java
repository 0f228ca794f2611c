package dev.haru.auth.notice;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A notice whose recipient did not cause its event.
 *
 * @param aboutFactors whether the event is about second factors or recovery codes
 * @param createdCodes whether the event created the recovery codes
 * @param factor the second factor that the event added or replaced; null for other events
 * @param at when the event happened
 */
public record UsedNotice(
        UUID account,
        boolean aboutFactors,
        boolean createdCodes,
        @Nullable UUID factor,
        Instant at) {}
