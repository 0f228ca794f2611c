package dev.haru.auth.export;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An encrypted part, and the position of the following part.
 *
 * @param jsonBytes the length of its text
 * @param section the section of the following part; null if the archive is complete
 * @param after the last item of that section; null if it has none yet
 */
record SealedPart(
        byte[] sealed,
        int jsonBytes,
        @Nullable ExportSection section,
        @Nullable UUID after) {}
