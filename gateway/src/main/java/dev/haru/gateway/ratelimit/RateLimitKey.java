package dev.haru.gateway.ratelimit;

import dev.haru.platform.address.AddressPrefix;
import dev.haru.platform.token.Sha256;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * The buckets of a request: that of its address prefix and, with an access token, that of the token.
 *
 * <p>A bucket of each member would need a call to a service before each request, which is the cost that the limit
 * prevents. A member has several buckets: a session has up to four valid access tokens (decision 044), and an account
 * up to 20 personal access tokens (decision 057). The login guard and the limit of the address bound the number of new
 * sessions. An unknown, well-formed token also has a bucket; the limit of the address bounds the number of these
 * buckets. The key contains the SHA-256 of the token, so Redis receives no token.
 *
 * @param address the address prefix
 * @param member SHA-256 of the access token in base64url; null without a token
 */
record RateLimitKey(AddressPrefix address, @Nullable String member) {

    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

    /** The key of a request from this address with this well-formed access token. */
    static RateLimitKey of(AddressPrefix address, @Nullable String accessToken) {
        return new RateLimitKey(address, accessToken == null ? null : ENCODER.encodeToString(Sha256.of(accessToken)));
    }
}
