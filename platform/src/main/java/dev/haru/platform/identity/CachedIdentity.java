package dev.haru.platform.identity;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The owner of a token and the age of that information.
 *
 * @param value the owner, in the form that this service needs
 * @param sessionId the session of the token; for a personal access token, the id of the token itself, whose end is
 *     published like the end of a session. Null if the upstream service does not send it; such an answer is not cached,
 *     because no revocation of the session could end it
 * @param expiresAt when the token expires
 * @param age time since the answer was read from the database. An age and not a point in time, because the next service
 *     has another clock
 * @param profileAge time since the owner's profile was read. Null if the value contains no profile data; then a profile
 *     change does not affect it
 */
public record CachedIdentity<V>(
        V value,
        UUID accountId,
        @Nullable UUID sessionId,
        Instant expiresAt,
        Duration age,
        @Nullable Duration profileAge) {

    /** For a value without profile data. */
    public CachedIdentity(V value, UUID accountId, @Nullable UUID sessionId, Instant expiresAt, Duration age) {
        this(value, accountId, sessionId, expiresAt, age, null);
    }

    /** The age in milliseconds for a response to a client service; rounded up, so that it is never too low. */
    public long ageMillis() {
        return roundedUp(age);
    }

    /**
     * The age of the profile in milliseconds for a response to a client service; 0 for a value without profile data.
     */
    public long profileAgeMillis() {
        return profileAge == null ? 0 : roundedUp(profileAge);
    }

    /**
     * The age from an upstream service's response; zero from an older version, which neither sends an age nor caches.
     */
    public static Duration ageOf(@Nullable Long millis) {
        return millis == null ? Duration.ZERO : Duration.ofMillis(Math.max(millis, 0));
    }

    private static long roundedUp(Duration age) {
        return age.plusNanos(999_999).toMillis();
    }
}
