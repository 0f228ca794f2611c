package dev.haru.auth.recovery;

import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Recovery of a forgotten password.
 *
 * @param life how long a link is valid, from the request on
 * @param pause how long a process ignores further requests for an address
 */
@Validated
@ConfigurationProperties("haru.recovery")
record RecoveryProperties(
        @NotNull @DefaultValue("30m") Duration life,
        @NotNull @DefaultValue("30s") Duration pause) {}
