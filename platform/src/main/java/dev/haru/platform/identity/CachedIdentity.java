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
 * @param profileAge time since the owner's profile was read, as far as the value holds anything of it; null for
 *     nothing, and then a changed profile leaves the answer good
 */
public record CachedIdentity<V>(
        V value,
        UUID accountId,
        @Nullable UUID sessionId,
        Instant expiresAt,
        Duration age,
        @Nullable Duration profileAge) {

    /** For a value that holds nothing of a profile. */
    public CachedIdentity(V value, UUID accountId, @Nullable UUID sessionId, Instant expiresAt, Duration age) {
        this(value, accountId, sessionId, expiresAt, age, null);
    }

    /** The age in milliseconds as it is written to a neighbour; rounded up, so that it never looks younger. */
    public long ageMillis() {
        return roundedUp(age);
    }

    /** The profile's age in milliseconds as it is written to a neighbour; 0 for a value without any of it. */
    public long profileAgeMillis() {
        return profileAge == null ? 0 : roundedUp(profileAge);
    }

    /** The age as a neighbour wrote it; an older neighbour says nothing and keeps nothing. */
    public static Duration ageOf(@Nullable Long millis) {
        return millis == null ? Duration.ZERO : Duration.ofMillis(Math.max(millis, 0));
    }

    private static long roundedUp(Duration age) {
        return age.plusNanos(999_999).toMillis();
    }
}
