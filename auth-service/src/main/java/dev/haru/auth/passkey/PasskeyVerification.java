package dev.haru.auth.passkey;

import com.webauthn4j.verifier.exception.MaliciousCounterValueException;
import dev.haru.auth.event.LateEvents;
import dev.haru.auth.event.Origin;
import dev.haru.auth.event.SecurityEvents.Kind;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Instant;
import java.util.Arrays;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * Verifies signed challenges. The cheap checks are first: the challenge, then the passkey, then the signature. A right
 * response counts once, by {@link #use}.
 */
@Component
class PasskeyVerification {

    private final RelyingParty party;
    private final PasskeyChallenges challenges;
    private final PasskeyStore store;
    private final LateEvents events;
    private final Clock clock;

    PasskeyVerification(
            RelyingParty party, PasskeyChallenges challenges, PasskeyStore store, LateEvents events, Clock clock) {
        this.party = party;
        this.challenges = challenges;
        this.store = store;
        this.events = events;
        this.clock = clock;
    }

    /**
     * Verifies a signed challenge. Throws {@link InvalidPasskey}, or the 400 problem for a field that is not base64url.
     * A counter that has decreased is refused, too, and leaves an event, because the passkey may have been copied.
     *
     * @param subject the subject of the challenge
     * @param owner the account whose passkey the response must be; null in a sign-in, where the response names it
     */
    VerifiedPasskey verify(
            Ceremony ceremony, String subject, @Nullable UUID owner, AssertionCredential credential, Origin origin) {
        party.requireConfigured();
        SignedChallenge signed = party.read(ceremony, credential);
        Instant expiresAt = challenges
                .expiryOf(signed.challenge(), ceremony, subject)
                .orElseThrow(() -> InvalidPasskey.challenge(ceremony));
        byte[] digest = PasskeyChallenges.digest(signed.challenge());
        StoredPasskey passkey =
                store.find(signed.credentialId(), digest).orElseThrow(() -> InvalidPasskey.of(ceremony));
        if (passkey.challengeUsed()) {
            throw InvalidPasskey.challenge(ceremony);
        }
        if (!isOwner(passkey.account(), owner, signed.userHandle())) {
            throw InvalidPasskey.of(ceremony);
        }
        try {
            party.verify(ceremony, signed, passkey);
        } catch (MaliciousCounterValueException copied) {
            events.append(passkey.account(), Kind.PASSKEY_COUNTER_DECREASED, origin);
            throw InvalidPasskey.of(ceremony);
        }
        return VerifiedPasskey.of(passkey, signed.data(), digest, expiresAt);
    }

    /** Makes a verified response count. Returns false if its challenge was used in the meantime. */
    @Transactional
    boolean use(VerifiedPasskey verified) {
        store.lock(verified.account());
        return store.useChallenge(verified.challengeDigest(), verified.challengeExpiresAt())
                && store.use(verified.factor(), verified.signCount(), verified.backedUp(), clock.instant());
    }

    /** Returns the user handle of an account. */
    static byte[] handleOf(UUID account) {
        return ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(account.getMostSignificantBits())
                .putLong(account.getLeastSignificantBits())
                .array();
    }

    private static boolean isOwner(UUID account, @Nullable UUID owner, byte @Nullable [] handle) {
        boolean named = handle != null && Arrays.equals(handle, handleOf(account));
        return owner == null ? named : owner.equals(account) && (handle == null || named);
    }
}
