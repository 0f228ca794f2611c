package dev.haru.schedule.calendar;

import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Limits of schedules.
 *
 * @param limit maximum of schedules of a member; member_quota.max overrides it for one member
 * @param idempotencyKeyLife how long the service keeps an Idempotency-Key
 */
@Validated
@ConfigurationProperties("haru.schedule")
record ScheduleProperties(
        @DefaultValue("1000") @Min(0) int limit,

        @DefaultValue("24h") @NotNull @DurationMin(minutes = 1)
        Duration idempotencyKeyLife) {}
