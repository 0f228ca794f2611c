package dev.haru.platform.token;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.zip.CRC32;

/**
 * The format of an opaque token: a prefix, 256 random bits and a CRC-32 of both, in base64url without padding. Prefix
 * and checksum let secret scanners find a leaked token. They also let the gateway refuse a mistyped token without a
 * look-up. <a href="https://github.blog/engineering/behind-githubs-new-authentication-token-formats/">GitHub's
 * tokens</a> use the same format.
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

    /** Generates a token with this prefix. */
    public static String generate(String prefix, SecureRandom random) {
        byte[] secret = new byte[SECRET_BYTES];
        random.nextBytes(secret);
        String body = prefix + ENCODER.encodeToString(secret);
        return body + checksum(body);
    }

    /** Whether length, prefix and checksum of the text fit. A well-formed token need not be valid. */
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
