package dev.haru.auth.session;

import java.time.Instant;

/** An access token with the refresh token that follows it up. */
record TokenPair(Token access, Instant accessExpiresAt, Token refresh, Instant refreshExpiresAt) {}
