package dev.haru.auth.proof;

import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Recent sign-ins and confirmations.
 *
 * @param life how long a sign-in or a confirmation of the password permits sensitive changes
 */
@Validated
@ConfigurationProperties("haru.proof")
record ProofProperties(
        @NotNull @DurationMin(seconds = 1) @DefaultValue("5m")
        Duration life) {}
