package dev.haru.auth.session;

import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How long tokens live.
 *
 * @param accessToken life of an access token
 * @param refreshToken life of a refresh token, begun anew with each refresh
 * @param refreshGrace how long after a refresh its old token still refreshes, for two tabs that do so at once
 */
@Validated
@ConfigurationProperties("haru.session")
record SessionProperties(
        @NotNull @DefaultValue("1h") Duration accessToken,
        @NotNull @DefaultValue("30d") Duration refreshToken,
        @NotNull @DefaultValue("10s") Duration refreshGrace) {}
