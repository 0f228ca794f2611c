package dev.haru.platform.token;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.zip.CRC32;

/**
 * The format of an opaque token: a prefix, a secret of 256 bits and a CRC-32 of both, in base64url without padding. The
 * secret is random, or an HMAC that only Haru can compute. Prefix and checksum let secret scanners find a leaked token.
 * They also let the gateway refuse a mistyped token without a look-up. <a
 * href="https://github.blog/engineering/behind-githubs-new-authentication-token-formats/">GitHub's tokens</a> use the
 * same format.
 */
public final class TokenFormat {

    /** Prefix of an access token. */
    public static final String ACCESS = "hru_";

    /** Prefix of a refresh token. */
    public static final String REFRESH = "hrr_";

    /** Prefix of a token in the link of a mail about an e-mail address. */
    public static final String EMAIL = "hre_";

    /** Prefix of a token in the link of a recovery mail. */
    public static final String RECOVERY = "hrp_";

    /** Prefix of a token in the link of a security notice. */
    public static final String NOTICE = "hrn_";

    /** Prefix of a sign-in that waits for its second factor. */
    public static final String TRANSACTION = "hrt_";

    /**
     * Prefix of a personal access token. A process of the previous version knows only {@link #ACCESS}, so it refuses
     * these tokens as malformed.
     */
    public static final String PERSONAL = "hrk_";

    /** All prefixes. */
    public static final List<String> PREFIXES =
            List.of(ACCESS, REFRESH, EMAIL, RECOVERY, NOTICE, TRANSACTION, PERSONAL);

    private static final int SECRET_BYTES = 32;
    private static final int SECRET_CHARS = 43;
    private static final int CHECKSUM_CHARS = 6;
    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

    private TokenFormat() {}

    /** Generates a token with this prefix. */
    public static String generate(String prefix, SecureRandom random) {
        byte[] secret = new byte[SECRET_BYTES];
        random.nextBytes(secret);
        return of(prefix, secret);
    }

    /**
     * Returns the token of a secret.
     *
     * @param secret 32 bytes that a client cannot guess
     */
    public static String of(String prefix, byte[] secret) {
        if (secret.length != SECRET_BYTES) {
            throw new IllegalArgumentException("a secret has " + SECRET_BYTES + " bytes");
        }
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

    /** Whether the text can be the token of a request: a well-formed access token or personal access token. */
    public static boolean isBearerToken(String token) {
        return isWellFormed(isPersonal(token) ? PERSONAL : ACCESS, token);
    }

    /** Whether the token has the prefix of personal access tokens. */
    public static boolean isPersonal(String token) {
        return token.startsWith(PERSONAL);
    }

    private static String checksum(String body) {
        CRC32 crc = new CRC32();
        crc.update(body.getBytes(StandardCharsets.UTF_8));
        return ENCODER.encodeToString(
                ByteBuffer.allocate(4).putInt((int) crc.getValue()).array());
    }
}
