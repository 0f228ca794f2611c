package dev.haru.auth.guard;

import dev.haru.platform.signing.SigningKeys;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Device cookies: whoever signed in to an account gets one, and with it is told from those who guess at it (<a
 * href="https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies">OWASP</a>). A cookie is
 * a random number and the second of its issue, signed together with the account it is good for.
 */
@Component
final class DeviceCookies {

    private static final int NONCE_BYTES = 16;
    private static final int SIGNED_BYTES = NONCE_BYTES + Long.BYTES;
    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

    private final SigningKeys keys;
    private final LoginGuardProperties.Device properties;
    private final SecureRandom random;
    private final Clock clock;

    DeviceCookies(SigningKeys keys, LoginGuardProperties properties, SecureRandom random, Clock clock) {
        this.keys = keys;
        this.properties = properties.device();
        this.random = random;
        this.clock = clock;
    }

    String issue(String account) {
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        byte[] signed = ByteBuffer.allocate(SIGNED_BYTES)
                .put(nonce)
                .putLong(clock.instant().getEpochSecond())
                .array();
        byte[] signature = keys.sign(purpose(account), signed);
        return ENCODER.encodeToString(ByteBuffer.allocate(signed.length + signature.length)
                .put(signed)
                .put(signature)
                .array());
    }

    /** The device that the cookie stands for, if it is good for this account. */
    Optional<String> deviceOf(@Nullable String cookie, String account) {
        byte[] bytes = decoded(cookie);
        if (bytes.length <= SIGNED_BYTES) {
            return Optional.empty();
        }
        byte[] signed = Arrays.copyOf(bytes, SIGNED_BYTES);
        byte[] signature = Arrays.copyOfRange(bytes, SIGNED_BYTES, bytes.length);
        Instant issued = Instant.ofEpochSecond(ByteBuffer.wrap(signed).getLong(NONCE_BYTES));
        boolean good = keys.all(purpose(account), signed).anyMatch(right -> MessageDigest.isEqual(right, signature))
                && clock.instant().isBefore(issued.plus(properties.life()));
        return good ? Optional.of(ENCODER.encodeToString(Arrays.copyOf(signed, NONCE_BYTES))) : Optional.empty();
    }

    private static String purpose(String account) {
        return "device:" + account;
    }

    private static byte[] decoded(@Nullable String cookie) {
        try {
            return cookie == null ? new byte[0] : Base64.getUrlDecoder().decode(cookie);
        } catch (IllegalArgumentException garbage) {
            return new byte[0];
        }
    }
}
