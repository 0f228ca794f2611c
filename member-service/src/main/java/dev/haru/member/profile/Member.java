package dev.haru.member.profile;

import dev.haru.member.auth.Identifiers;
import dev.haru.platform.email.EmailKey;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Version;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import org.hibernate.annotations.OptimisticLock;
import org.jspecify.annotations.Nullable;

/** A member. Its id is that of the account. */
@Entity
@SuppressWarnings("UnusedVariable") // only queries read most fields
class Member {

    @Id
    private UUID id;

    private String nickname;

    private @Nullable String email;

    /** The key of {@link #keyedEmail}, which is another address after an older version of this service wrote one. */
    private @Nullable String emailKey;

    private @Nullable String keyedEmail;

    private int regionId;

    private @Nullable String timeZone;

    private long accountVersion;

    @Version
    private long version;

    @OptimisticLock(excluded = true)
    private @Nullable Instant claimedUntil;

    private Instant createdAt;

    private Instant updatedAt;

    @SuppressWarnings("NullAway.Init")
    protected Member() {}

    long version() {
        return version;
    }

    /**
     * Whether another change holds a claim while auth-service decides about it. No other change may overtake the claim.
     */
    boolean isClaimed(Instant now) {
        return claimedUntil != null && claimedUntil.isAfter(now);
    }

    /** Whether the profile has this claim, which may have expired. */
    boolean hasClaim(Instant until) {
        return until.equals(claimedUntil);
    }

    /**
     * Ends the claim. Applies the identifiers that auth-service accepted, unless this profile already has a newer
     * account version.
     */
    void identify(Identifiers identifiers, long accountVersion, Instant now) {
        claimedUntil = null;
        if (accountVersion > this.accountVersion) {
            nickname = identifiers.nickname();
            email = identifiers.email();
            emailKey = keyOf(email);
            keyedEmail = email;
            this.accountVersion = accountVersion;
            updatedAt = now;
        }
    }

    void moveTo(int regionId, Instant now) {
        if (regionId != this.regionId) {
            this.regionId = regionId;
            updatedAt = now;
        }
    }

    /**
     * Sets the time zone of the member; null selects that of the region. The zone that already applies changes nothing,
     * so that a profile that a client sends back still follows its region.
     */
    void liveBy(@Nullable String timeZone, String regionZone, Instant now) {
        boolean applies = timeZone == null ? this.timeZone == null : timeZone.equals(zoneIn(regionZone));
        if (!applies) {
            this.timeZone = timeZone;
            updatedAt = now;
        }
    }

    private String zoneIn(String regionZone) {
        return Objects.requireNonNullElse(timeZone, regionZone);
    }

    static @Nullable String keyOf(@Nullable String email) {
        return email == null ? null : EmailKey.of(email);
    }

    int regionId() {
        return regionId;
    }
}
