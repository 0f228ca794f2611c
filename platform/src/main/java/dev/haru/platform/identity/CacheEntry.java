package dev.haru.platform.identity;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The answer of a look-up, with the times of {@link Tombstones#now()} at which it was certainly true. */
final class CacheEntry<V> {

    /** Later than any profile change. */
    static final long NO_PROFILE = Long.MAX_VALUE;

    private static final long NEVER = Long.MIN_VALUE;

    private final V value;
    private final UUID accountId;
    private final @Nullable UUID sessionId;
    private final Instant expiresAt;
    private final long asOf;
    private final long profileAsOf;

    /** Until this time no request calls the upstream service for this key, because the last call failed. */
    private volatile long failedUntil = NEVER;

    /** Until this time no request renews the entry. */
    private volatile long renewedUntil = NEVER;

    /**
     * An entry that was read from the database at {@code begun} or later, minus the answer's age.
     *
     * @param begun the start of the look-up
     */
    CacheEntry(CachedIdentity<V> answer, long begun) {
        this.value = answer.value();
        this.accountId = answer.accountId();
        this.sessionId = answer.sessionId();
        this.expiresAt = answer.expiresAt();
        this.asOf = begun - answer.age().toNanos();
        this.profileAsOf = answer.profileAge() == null
                ? NO_PROFILE
                : begun - answer.profileAge().toNanos();
    }

    UUID accountId() {
        return accountId;
    }

    @Nullable UUID sessionId() {
        return sessionId;
    }

    long asOf() {
        return asOf;
    }

    long profileAsOf() {
        return profileAsOf;
    }

    /** The earlier of {@link #asOf} and {@link #profileAsOf}. */
    long readAt() {
        return Math.min(asOf, profileAsOf);
    }

    boolean isExpired(Instant now) {
        return !now.isBefore(expiresAt);
    }

    /** Whether the last look-up of this key failed, since the entry was stored. */
    boolean hasFailed() {
        return failedUntil != NEVER;
    }

    boolean isFailing(long now) {
        return failedUntil > now;
    }

    void failUntil(long time) {
        failedUntil = time;
    }

    boolean isBeingRenewed(long now) {
        return now < renewedUntil;
    }

    void renewUntil(long time) {
        renewedUntil = time;
    }

    CachedIdentity<V> identity(long now) {
        return new CachedIdentity<>(
                value,
                accountId,
                sessionId,
                expiresAt,
                Duration.ofNanos(Math.max(0, now - asOf)),
                profileAsOf == NO_PROFILE ? null : Duration.ofNanos(Math.max(0, now - profileAsOf)));
    }
}
