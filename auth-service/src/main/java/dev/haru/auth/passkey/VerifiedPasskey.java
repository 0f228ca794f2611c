package dev.haru.auth.passkey;

import com.webauthn4j.data.AuthenticationData;
import com.webauthn4j.data.attestation.authenticator.AuthenticatorData;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;

/**
 * A response with a right signature. {@link PasskeyVerification#use} makes it count, once.
 *
 * @param account the owner
 * @param nicknameKey the key of the owner's nickname
 * @param epoch the session epoch of the owner at the verification
 */
record VerifiedPasskey(
        UUID account,
        String nicknameKey,
        long epoch,
        UUID factor,
        byte[] challengeDigest,
        Instant challengeExpiresAt,
        long signCount,
        boolean backedUp) {

    static VerifiedPasskey of(
            StoredPasskey passkey, AuthenticationData data, byte[] challengeDigest, Instant challengeExpiresAt) {
        AuthenticatorData<?> authenticator = Objects.requireNonNull(data.getAuthenticatorData());
        return new VerifiedPasskey(
                passkey.account(),
                passkey.nicknameKey(),
                passkey.epoch(),
                passkey.factor(),
                challengeDigest,
                challengeExpiresAt,
                authenticator.getSignCount(),
                authenticator.isFlagBS());
    }
}
