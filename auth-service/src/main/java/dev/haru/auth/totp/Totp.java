package dev.haru.auth.totp;

import com.eatthepath.otp.HmacOneTimePasswordGenerator;
import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import javax.crypto.spec.SecretKeySpec;

/**
 * Time-based one-time passwords (<a href="https://www.rfc-editor.org/rfc/rfc6238">RFC 6238</a>) with SHA-1, six digits
 * and steps of 30 s. All authenticator apps support these parameters; several apps ignore any other.
 */
final class Totp {

    /** Length of a secret: the length of a SHA-1, which RFC 4226 recommends. */
    static final int SECRET_BYTES = 20;

    static final int DIGITS = 6;
    static final Duration STEP = Duration.ofSeconds(30);

    /** Steps before and after the current one whose codes are accepted, for a clock that drifts (section 5.2). */
    private static final int DRIFT = 1;

    private static final HmacOneTimePasswordGenerator GENERATOR = new HmacOneTimePasswordGenerator(DIGITS);

    private Totp() {}

    /** Returns the code of a step. */
    static String code(byte[] secret, long step) {
        try {
            return GENERATOR.generateOneTimePasswordString(new SecretKeySpec(secret, "HmacSHA1"), step, Locale.ROOT);
        } catch (InvalidKeyException impossible) {
            throw new IllegalStateException("HMAC accepts every key", impossible);
        }
    }

    static long stepAt(Instant instant) {
        return Math.floorDiv(instant.getEpochSecond(), STEP.toSeconds());
    }

    /** Returns the step of a code; empty if the code is wrong now, or if its step is not after the last one. */
    static OptionalLong stepOf(byte[] secret, String code, long lastStep, Instant now) {
        long current = stepAt(now);
        return LongStream.rangeClosed(current - DRIFT, current + DRIFT)
                .filter(step -> step > lastStep)
                .filter(step -> isEqual(code(secret, step), code))
                .findFirst();
    }

    private static boolean isEqual(String right, String code) {
        return MessageDigest.isEqual(
                right.getBytes(StandardCharsets.US_ASCII), code.getBytes(StandardCharsets.US_ASCII));
    }
}
