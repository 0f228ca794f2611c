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
 * How long security events are kept, and how many of an account.
 *
 * @param retention age at which an event goes
 * @param maxPerAccount events of an account; the clean-up removes the oldest beyond them
 * @param interval pause between two rounds of one process
 * @param batch rows that one statement removes; each is a transaction of its own
 */
@Validated
@ConfigurationProperties("haru.security-event")
record EventRetentionProperties(
        @NotNull @DurationMin(days = 1) @DefaultValue("400d")
        Duration retention,

        @Min(1) @DefaultValue("10000") int maxPerAccount,
        @NotNull @DefaultValue("1h") Duration interval,
        @Min(1) @Max(10_000) @DefaultValue("1000") int batch) {}
