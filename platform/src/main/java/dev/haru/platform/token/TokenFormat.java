package dev.haru.platform.token;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.zip.CRC32;

/**
 * The form of an opaque token: a prefix, 256 random bits and a CRC-32 of both, in base64url without padding. Prefix and
 * checksum let secret scanners find a leaked token and let the gateway refuse a mistyped one without a look-up, as <a
 * href="https://github.blog/engineering/behind-githubs-new-authentication-token-formats/">GitHub's tokens</a> do.
 */
public final class TokenFormat {

    /** Prefix of an access token. */
    public static final String ACCESS = "hru_";

    /** Prefix of a refresh token. */
    public static final String REFRESH = "hrr_";

    private static final int SECRET_BYTES = 32;
    private static final int SECRET_CHARS = 43;
    private static final int CHECKSUM_CHARS = 6;
    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

    private TokenFormat() {}

    /** A new token with this prefix. */
    public static String generate(String prefix, SecureRandom random) {
        byte[] secret = new byte[SECRET_BYTES];
        random.nextBytes(secret);
        String body = prefix + ENCODER.encodeToString(secret);
        return body + checksum(body);
    }

    /**
     * Whether this text can be a token with this prefix: length, prefix and checksum fit. Says nothing about validity.
     */
    public static boolean isWellFormed(String prefix, String token) {
        if (token.length() != prefix.length() + SECRET_CHARS + CHECKSUM_CHARS || !token.startsWith(prefix)) {
            return false;
        }
        int end = token.length() - CHECKSUM_CHARS;
        return token.regionMatches(end, checksum(token.substring(0, end)), 0, CHECKSUM_CHARS);
    }

    private static String checksum(String body) {
        CRC32 crc = new CRC32();
        crc.update(body.getBytes(StandardCharsets.UTF_8));
        return ENCODER.encodeToString(
                ByteBuffer.allocate(4).putInt((int) crc.getValue()).array());
    }
}
