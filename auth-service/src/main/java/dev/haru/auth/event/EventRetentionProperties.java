package dev.haru.auth.event;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Retention of security events.
 *
 * @param retention age at which the clean-up deletes an event
 * @param maxPerAccount maximum of events of an account; the clean-up deletes the oldest events beyond it
 * @param interval pause between two rounds of a process
 * @param batch rows that one statement deletes; each statement is a separate transaction
 */
@Validated
@ConfigurationProperties("haru.security-event")
record EventRetentionProperties(
        @NotNull @DurationMin(days = 1) @DefaultValue("400d")
        Duration retention,

        @Min(1) @DefaultValue("10000") int maxPerAccount,
        @NotNull @DefaultValue("1h") Duration interval,
        @Min(1) @Max(10_000) @DefaultValue("1000") int batch) {}
