package dev.haru.auth.outbox;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What is in the outbox.
 *
 * @param count announcements, counted to a thousand
 * @param oldest when the first of them was written; null when there is none
 */
record PendingMessage(int count, @Nullable Instant oldest) {}
