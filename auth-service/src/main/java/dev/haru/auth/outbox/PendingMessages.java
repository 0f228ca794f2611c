package dev.haru.auth.outbox;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The messages in the outbox.
 *
 * @param count number of messages, at most 1,000
 * @param oldest when the oldest message was written; null if there is none
 */
record PendingMessages(int count, @Nullable Instant oldest) {}
