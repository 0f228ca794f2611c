package dev.haru.auth.export;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An export that a relay has taken.
 *
 * @param section the section of the next part
 * @param after the last item of that section in the archive; null if it has none
 * @param parts the number of stored parts, and the position of the next one
 * @param storedBytes the size of the stored parts
 * @param attempts the failed attempts to gather the next part
 */
record PendingExport(
        UUID id,
        UUID accountId,
        Instant requestedAt,
        ExportSection section,
        @Nullable UUID after,
        int parts,
        long storedBytes,
        int attempts) {

    /** Returns this export after another stored part, with the position of the following one. */
    PendingExport after(ExportSection nextSection, @Nullable UUID nextAfter, long stored) {
        return new PendingExport(id, accountId, requestedAt, nextSection, nextAfter, parts + 1, stored, 0);
    }
}
