package dev.haru.auth.guard;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.springframework.stereotype.Component;

/** Signs with HMAC-SHA-256 under the configured secrets. The purpose is signed too, so no signature serves another. */
@Component
final class GuardKeys {

    private static final String ALGORITHM = "HmacSHA256";

    private final List<SecretKeySpec> keys;

    GuardKeys(LoginGuardProperties properties) {
        this.keys = properties.secrets().stream()
                .map(secret -> new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM))
                .toList();
    }

    /** The signature under the first secret. */
    byte[] sign(String purpose, byte[] bytes) {
        return sign(keys.getFirst(), purpose, bytes);
    }

    /** The signatures under all secrets, one of which a signature to verify must be. */
    Stream<byte[]> all(String purpose, byte[] bytes) {
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
