package dev.haru.auth.session;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;

/** An access token, and the refresh token for its successor. Neither outlives the session. */
record TokenPair(Instant issuedAt, Token access, Instant accessExpiresAt, Token refresh, Instant refreshExpiresAt) {

    static TokenPair of(SecureRandom random, SessionProperties properties, Instant openedAt, Instant now) {
        Instant end = openedAt.plus(properties.lifetime());
        return new TokenPair(
                now,
                Token.access(random),
                earlier(now.plus(properties.accessToken()), end),
                Token.refresh(random),
                earlier(now.plus(properties.refreshToken()), end));
    }

    Duration accessLife() {
        return Duration.between(issuedAt, accessExpiresAt);
    }

    Duration refreshLife() {
        return Duration.between(issuedAt, refreshExpiresAt);
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }
}
