package dev.haru.auth.totp;

import dev.haru.platform.signing.DerivedKeyCipher;
import dev.haru.platform.signing.SigningKeys;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;
import org.springframework.stereotype.Component;

/**
 * Creates secrets of authenticator apps and encrypts them with a key of their account, so that a copy of the table
 * computes no codes.
 */
@Component
class TotpSecrets {

    private static final String SECRET = "totp-secret";
    private static final String KEY_ID = "totp-key-id";
    private static final int KEY_ID_BYTES = 8;

    private final SigningKeys keys;
    private final DerivedKeyCipher cipher;
    private final SecureRandom random;

    TotpSecrets(SigningKeys keys, SecureRandom random) {
        this.keys = keys;
        this.cipher = new DerivedKeyCipher(keys, random);
        this.random = random;
    }

    byte[] create() {
        byte[] secret = new byte[Totp.SECRET_BYTES];
        random.nextBytes(secret);
        return secret;
    }

    byte[] encrypt(UUID account, byte[] secret) {
        return cipher.encrypt(SECRET, bytes(account), secret);
    }

    /** Returns the secret; empty if its signing secret was removed. */
    Optional<byte[]> decrypt(UUID account, byte[] encrypted) {
        return cipher.decrypt(SECRET, bytes(account), encrypted);
    }

    /** Returns the id of the signing secret with which {@link #encrypt} encrypts. It does not reveal the secret. */
    byte[] keyId() {
        return Arrays.copyOf(keys.sign(KEY_ID, new byte[0]), KEY_ID_BYTES);
    }

    private static byte[] bytes(UUID account) {
        return ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(account.getMostSignificantBits())
                .putLong(account.getLeastSignificantBits())
                .array();
    }
}
