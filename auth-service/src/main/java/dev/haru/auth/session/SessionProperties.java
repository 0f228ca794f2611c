package dev.haru.auth.session;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Lifetimes and limits of tokens and sessions.
 *
 * @param accessToken lifetime of an access token
 * @param refreshToken lifetime of a refresh token; each refresh starts it again
 * @param refreshGrace how long after a refresh the old refresh token is still valid, for two tabs that refresh at the
 *     same time
 * @param lifetime maximum lifetime of a session, regardless of refreshes
 * @param maxPerAccount maximum of open sessions of an account; a further sign-in ends the least recently used session
 * @param maxAccessTokens maximum of live access tokens of a session; a further refresh ends the oldest token
 */
@Validated
@ConfigurationProperties("haru.session")
record SessionProperties(
        @NotNull @DefaultValue("1h") Duration accessToken,
        @NotNull @DefaultValue("30d") Duration refreshToken,
        @NotNull @DefaultValue("10s") Duration refreshGrace,
        @NotNull @DefaultValue("90d") Duration lifetime,
        @Min(1) @Max(1000) @DefaultValue("50") int maxPerAccount,
        @Min(1) @Max(100) @DefaultValue("4") int maxAccessTokens) {}
