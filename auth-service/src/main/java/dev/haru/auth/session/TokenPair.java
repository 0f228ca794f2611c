package dev.haru.auth.session;

import java.security.SecureRandom;
import java.time.Instant;

/** An access token with the refresh token that follows it up. */
record TokenPair(Token access, Instant accessExpiresAt, Token refresh, Instant refreshExpiresAt) {

    static TokenPair of(SecureRandom random, SessionProperties properties, Instant now) {
        return new TokenPair(
                Token.access(random),
                now.plus(properties.accessToken()),
                Token.refresh(random),
                now.plus(properties.refreshToken()));
    }
}
