package dev.haru.auth.totp;

import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Authenticator apps.
 *
 * @param issuer the name of the deployment in the app, without a colon
 * @param life how long a new secret waits for its first code
 */
@Validated
@ConfigurationProperties("haru.totp")
record TotpProperties(
        @NotNull @Pattern(regexp = "[^:]{1,40}") @DefaultValue("Haru")
        String issuer,

        @NotNull @DurationMin(seconds = 1) @DefaultValue("10m")
        Duration life) {}
