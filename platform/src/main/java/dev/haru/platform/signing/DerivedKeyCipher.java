package dev.haru.platform.signing;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Encrypts with AES-256 in GCM (<a href="https://csrc.nist.gov/pubs/sp/800/38/d/final">NIST SP 800-38D</a>). Each
 * purpose and each id has a key of its own, which derives from a signing secret.
 */
public final class DerivedKeyCipher {

    private static final String TRANSFORMATION = "AES/GCM/NoPadding";
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;

    private final SigningKeys keys;
    private final SecureRandom random;

    public DerivedKeyCipher(SigningKeys keys, SecureRandom random) {
        this.keys = keys;
        this.random = random;
    }

    /** Encrypts the content with a key of the first signing secret. Returns the nonce and the encrypted content. */
    public byte[] encrypt(String purpose, byte[] id, byte[] content) {
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        try {
            byte[] encrypted =
                    cipher(Cipher.ENCRYPT_MODE, keys.sign(purpose, id), nonce).doFinal(content);
            return ByteBuffer.allocate(nonce.length + encrypted.length)
                    .put(nonce)
                    .put(encrypted)
                    .array();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every JDK has AES in GCM", impossible);
        }
    }

    /** Returns the content; empty if no signing secret decrypts it, because its secret was removed. */
    public Optional<byte[]> decrypt(String purpose, byte[] id, byte[] encrypted) {
        byte[] nonce = Arrays.copyOf(encrypted, NONCE_BYTES);
        return keys.all(purpose, id)
                .map(key -> decrypt(key, nonce, encrypted))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<byte[]> decrypt(byte[] key, byte[] nonce, byte[] encrypted) {
        try {
            return Optional.of(cipher(Cipher.DECRYPT_MODE, key, nonce)
                    .doFinal(encrypted, NONCE_BYTES, encrypted.length - NONCE_BYTES));
        } catch (GeneralSecurityException otherKey) {
            return Optional.empty();
        }
    }

    private static Cipher cipher(int mode, byte[] key, byte[] nonce) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance(TRANSFORMATION);
        cipher.init(mode, new SecretKeySpec(key, "AES"), new GCMParameterSpec(TAG_BITS, nonce));
        return cipher;
    }
}
