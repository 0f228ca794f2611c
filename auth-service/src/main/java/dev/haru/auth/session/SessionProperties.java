package dev.haru.auth.session;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How long tokens and sessions live, and how many an account has.
 *
 * @param accessToken life of an access token
 * @param refreshToken life of a refresh token, begun anew with each refresh
 * @param refreshGrace how long after a refresh its old token still refreshes, for two tabs that do so at once
 * @param lifetime life of a session, however often it is refreshed
 * @param maxPerAccount open sessions of an account; a sign-in beyond them ends the one that was not used for longest
 * @param maxAccessTokens live access tokens of a session; a refresh beyond them ends the oldest
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
