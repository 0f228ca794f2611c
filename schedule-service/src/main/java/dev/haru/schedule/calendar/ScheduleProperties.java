package dev.haru.schedule.calendar;

import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How schedules are kept.
 *
 * @param limit how many schedules a member may have, unless member_quota.max says otherwise for one
 */
@Validated
@ConfigurationProperties("haru.schedule")
record ScheduleProperties(@DefaultValue("30") @Min(0) int limit) {}
