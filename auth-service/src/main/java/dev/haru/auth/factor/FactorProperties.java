package dev.haru.auth.factor;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Limits of second factors.
 *
 * @param life how long a sign-in waits for the second factor
 * @param tries maximum of wrong codes in one sign-in
 * @param maxFailures maximum of wrong codes at one account in the window: of all unknown devices together, of each
 *     known device, and of each session
 * @param window begins with a wrong code
 */
@Validated
@ConfigurationProperties("haru.factor")
record FactorProperties(
        @NotNull @DurationMin(seconds = 1) @DefaultValue("5m")
        Duration life,

        @Min(1) @Max(10) @DefaultValue("5") int tries,
        @Min(1) @Max(100) @DefaultValue("20") int maxFailures,

        @NotNull @DurationMin(seconds = 1) @DefaultValue("24h")
        Duration window) {}
