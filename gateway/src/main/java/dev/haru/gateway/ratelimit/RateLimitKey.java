package dev.haru.gateway.ratelimit;

import dev.haru.platform.address.AddressPrefix;
import dev.haru.platform.token.Sha256;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * The buckets of a request: that of its address prefix and, with an access token, that of its member.
 *
 * <p>The gateway cannot learn the member without a call to a service, which costs what the limit is meant to save. So
 * the access token stands for its member. A session has one access token at a time, and new sessions come from logins.
 * The login guard and the limit of the address slow logins down. An unknown, well-formed token also gets a bucket; the
 * limit of the address bounds their number. The key holds the SHA-256 of the token, so Redis receives no token.
 *
 * @param address the address prefix
 * @param member SHA-256 of the access token in base64url; null when there is none
 */
record RateLimitKey(AddressPrefix address, @Nullable String member) {

    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

    /** The key of a request from this address with this well-formed access token. */
    static RateLimitKey of(AddressPrefix address, @Nullable String accessToken) {
        return new RateLimitKey(address, accessToken == null ? null : ENCODER.encodeToString(Sha256.of(accessToken)));
    }
}
