package dev.haru.systemtests.system;

import static org.awaitility.Awaitility.await;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * An authenticator app (RFC 6238), written independently of the library of auth-service.
 *
 * @param secret the secret in Base32
 */
record AuthenticatorApp(String secret) {

    private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    private static final int BYTES = 20;
    private static final int STEP_SECONDS = 30;

    /** Time for a request on a busy machine, where a process may pause for twenty seconds. */
    private static final int SECONDS_LEFT = 25;

    private static final Duration LIMIT = Duration.ofMinutes(3);

    /**
     * Waits until the current step lasts for at least 25 more seconds. The code of the previous step expires with the
     * current step.
     */
    static void awaitTimeLeftInStep() {
        await().atMost(LIMIT).until(() -> Instant.now().getEpochSecond() % STEP_SECONDS < STEP_SECONDS - SECONDS_LEFT);
    }

    /** Returns the code of a step, counted from the current one. */
    String code(int steps) {
        try {
            Mac mac = Mac.getInstance("HmacSHA1");
            mac.init(new SecretKeySpec(key(), "HmacSHA1"));
            ByteBuffer hash = ByteBuffer.wrap(mac.doFinal(ByteBuffer.allocate(Long.BYTES)
                    .putLong(Instant.now().getEpochSecond() / STEP_SECONDS + steps)
                    .array()));
            int number = hash.getInt(hash.get(hash.limit() - 1) & 0xf) & Integer.MAX_VALUE;
            return "%06d".formatted(number % 1_000_000);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every JDK has HMAC-SHA-1", impossible);
        }
    }

    private byte[] key() {
        BigInteger bits = BigInteger.ZERO;
        for (char character : secret.toCharArray()) {
            bits = bits.shiftLeft(5).or(BigInteger.valueOf(ALPHABET.indexOf(character)));
        }
        byte[] bytes =
                bits.toByteArray(); // with a leading zero for a key whose first bit is set, shorter for leading zeros
        byte[] key = new byte[BYTES];
        int length = Math.min(bytes.length, BYTES);
        System.arraycopy(bytes, bytes.length - length, key, BYTES - length, length);
        return key;
    }
}
