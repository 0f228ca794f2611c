package dev.haru.gateway.ratelimit;

import dev.haru.platform.address.AddressPrefix;
import dev.haru.platform.token.Sha256;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Whose tokens a call takes: those of its address and, when it has an access token, those of its member.
 *
 * <p>The gateway cannot know the member without asking for it, which would cost what the limit is to save. So the
 * access token stands for its member: a session has one at a time, and new sessions come from logins, which the login
 * guard and the address's limit slow down. A token that is well formed but nobody's gets a bucket, too; the address's
 * bounds how many. The token itself stays here: its SHA-256 is the key.
 *
 * @param address the address prefix
 * @param member SHA-256 of the access token in base64url; null when there is none
 */
record RateLimitKey(AddressPrefix address, @Nullable String member) {

    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

    /** The caller at this address with this well-formed access token. */
    static RateLimitKey of(AddressPrefix address, @Nullable String accessToken) {
        return new RateLimitKey(address, accessToken == null ? null : ENCODER.encodeToString(Sha256.of(accessToken)));
    }
}
