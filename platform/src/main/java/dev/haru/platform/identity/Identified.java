package dev.haru.platform.identity;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Whose token it is, and how old that knowledge is.
 *
 * @param value the owner as the service at hand sees it
 * @param sessionId the session that the token belongs to; null from a neighbour that does not say, and then the answer
 *     is not kept, because nothing could end it
 * @param expiresAt when the token ends by itself
 * @param age time since the answer was read from the database. An age and not a moment: the next service has another
 *     clock
 */
public record Identified<V>(
        V value, UUID accountId, @Nullable UUID sessionId, Instant expiresAt, Duration age) {

    /** The age in milliseconds as it is written to a neighbour; rounded up, so that it never looks younger. */
    public long ageMillis() {
        return age.plusNanos(999_999).toMillis();
    }

    /** The age as a neighbour wrote it; an older neighbour says nothing and keeps nothing. */
    public static Duration ageOf(@Nullable Long millis) {
        return millis == null ? Duration.ZERO : Duration.ofMillis(Math.max(millis, 0));
    }
}
