package dev.haru.schedule.calendar;

import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How schedules are kept.
 *
 * @param limit how many schedules a member may have, unless member_quota.max says otherwise for one
 * @param idempotencyKeyLife how long an Idempotency-Key stands for what it has added
 */
@Validated
@ConfigurationProperties("haru.schedule")
record ScheduleProperties(
        @DefaultValue("30") @Min(0) int limit,

        @DefaultValue("24h") @NotNull @DurationMin(minutes = 1)
        Duration idempotencyKeyLife) {}
