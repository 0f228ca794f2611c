package dev.haru.auth.passkey;

import dev.haru.platform.signing.SigningKeys;
import dev.haru.platform.token.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.springframework.stereotype.Component;

/**
 * Issues and checks challenges. A challenge has its expiry, 16 random bytes (WebAuthn 13.4.3), and an HMAC of both, of
 * its ceremony and of its subject. So no request for options writes a row, and no flood of them fills a store. Only the
 * use of a challenge is stored, until it expires.
 */
@Component
class PasskeyChallenges {

    private static final int RANDOM_BYTES = 16;
    private static final int SIGNED_BYTES = Long.BYTES + RANDOM_BYTES;
    private static final int BYTES = SIGNED_BYTES + SigningKeys.SIGNATURE_BYTES;

    private final SigningKeys keys;
    private final PasskeyProperties properties;
    private final SecureRandom random;
    private final Clock clock;

    PasskeyChallenges(SigningKeys keys, PasskeyProperties properties, SecureRandom random, Clock clock) {
        this.keys = keys;
        this.properties = properties;
        this.random = random;
        this.clock = clock;
    }

    /**
     * Issues a challenge.
     *
     * @param subject the member and the session, or the transaction; empty in a sign-in
     */
    byte[] issue(Ceremony ceremony, String subject) {
        byte[] nonce = new byte[RANDOM_BYTES];
        random.nextBytes(nonce);
        byte[] signed = ByteBuffer.allocate(SIGNED_BYTES)
                .putLong(clock.instant().plus(properties.life()).toEpochMilli())
                .put(nonce)
                .array();
        return ByteBuffer.allocate(BYTES)
                .put(signed)
                .put(keys.sign(purpose(ceremony), bytes(signed, subject)))
                .array();
    }

    /** Returns the subject of a challenge for a signed-in member. */
    static String subject(UUID account, UUID session) {
        return account + " " + session;
    }

    /** Returns when a challenge of this ceremony and subject expires; empty if it is not one, or has expired. */
    Optional<Instant> expiryOf(byte[] challenge, Ceremony ceremony, String subject) {
        if (challenge.length != BYTES) {
            return Optional.empty();
        }
        byte[] signed = Arrays.copyOf(challenge, SIGNED_BYTES);
        byte[] signature = Arrays.copyOfRange(challenge, SIGNED_BYTES, BYTES);
        Instant expiresAt = Instant.ofEpochMilli(ByteBuffer.wrap(signed).getLong());
        return keys.verify(purpose(ceremony), bytes(signed, subject), signature)
                        && clock.instant().isBefore(expiresAt)
                ? Optional.of(expiresAt)
                : Optional.empty();
    }

    /** Returns the SHA-256 of a challenge, by which its use is stored. */
    static byte[] digest(byte[] challenge) {
        return Sha256.of(Base64Url.encode(challenge));
    }

    private static String purpose(Ceremony ceremony) {
        return "passkey-" + ceremony.name().toLowerCase(Locale.ROOT);
    }

    private static byte[] bytes(byte[] signed, String subject) {
        byte[] text = subject.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(signed.length + text.length)
                .put(signed)
                .put(text)
                .array();
    }
}
