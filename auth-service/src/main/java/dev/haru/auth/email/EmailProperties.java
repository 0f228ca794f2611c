package dev.haru.auth.email;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Verification of e-mail addresses.
 *
 * @param life how long a link and a code are valid
 * @param tries maximum of codes that an account may enter for one mail
 * @param revertLife how long a change can be undone from the former address
 */
@Validated
@ConfigurationProperties("haru.email")
record EmailProperties(
        @NotNull @DefaultValue("30m") Duration life,
        @Min(1) @Max(10) @DefaultValue("5") int tries,
        @NotNull @DefaultValue("7d") Duration revertLife) {}
