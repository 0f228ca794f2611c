package dev.haru.platform.token;

/**
 * The challenges of a call that needs an access token (<a href="https://www.rfc-editor.org/rfc/rfc6750#section-3">RFC
 * 6750, section 3</a>).
 */
public final class BearerChallenge {

    /** The scheme. */
    public static final String SCHEME = "Bearer";

    /** The challenge if the request has no bearer token: without an error code (RFC 6750, section 3.1). */
    public static final String NO_TOKEN = SCHEME + " realm=\"haru\"";

    /** The challenge if the token is malformed, unknown, expired or revoked. */
    public static final String INVALID_TOKEN = NO_TOKEN + ", error=\"invalid_token\"";

    private BearerChallenge() {}

    /** Whether the value of an {@code Authorization} header has the scheme, with or without a token. */
    public static boolean isBearer(String authorization) {
        int length = SCHEME.length();
        return authorization.regionMatches(true, 0, SCHEME, 0, length)
                && (authorization.length() == length
                        || authorization.charAt(length) == ' '
                        || authorization.charAt(length) == '\t');
    }
}
