package dev.haru.platform.signing;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.List;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs with HMAC-SHA-256 (<a href="https://www.rfc-editor.org/rfc/rfc2104">RFC 2104</a>). The first secret signs; all
 * secrets verify. The signature covers the purpose, so it is invalid for any other purpose.
 */
public final class SigningKeys {

    /** The length of a signature in bytes. */
    public static final int SIGNATURE_BYTES = 32;

    private static final String ALGORITHM = "HmacSHA256";

    private final List<SecretKeySpec> keys;

    /**
     * Derives the keys from the secrets.
     *
     * @param secrets the secrets, the signing one first; an empty list throws {@link IllegalArgumentException}
     */
    public SigningKeys(List<String> secrets) {
        if (secrets.isEmpty()) {
            throw new IllegalArgumentException("the list of signing secrets is empty");
        }
        this.keys = secrets.stream()
                .map(secret -> new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM))
                .toList();
    }

    /** The signature with the first secret. */
    public byte[] sign(String purpose, byte[] bytes) {
        return sign(keys.getFirst(), purpose, bytes);
    }

    /** Whether the signature fits these bytes with any secret. */
    public boolean verify(String purpose, byte[] bytes, byte[] signature) {
        return all(purpose, bytes).anyMatch(right -> MessageDigest.isEqual(right, signature));
    }

    /** The signatures with all secrets, in the order of the secrets. */
    public Stream<byte[]> all(String purpose, byte[] bytes) {
        return keys.stream().map(key -> sign(key, purpose, bytes));
    }

    private static byte[] sign(SecretKeySpec key, String purpose, byte[] bytes) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            mac.update(purpose.getBytes(StandardCharsets.UTF_8));
            mac.update((byte) 0);
            return mac.doFinal(bytes);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every JDK has HMAC-SHA-256", impossible);
        }
    }
}
