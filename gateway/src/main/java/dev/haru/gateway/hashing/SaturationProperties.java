package dev.haru.gateway.hashing;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.PositiveOrZero;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * What becomes of calls that hash while auth-service is saturated.
 *
 * @param delay how long a refusal is held back, give or take a quarter; about its {@code Retry-After}, so that a client
 *     that ignores the header comes back as seldom as one that obeys it
 * @param maxDelay how long a refusal is held back while many are; below auth-service's longest wait, so that its queue
 *     does not run dry meanwhile
 * @param refusalRate refusals a second above which the delay grows towards {@code maxDelay}
 * @param maxDelayed refusals held back at once; further ones are answered at once
 * @param reportLife how long a replica's report of its free places counts; a full queue of seconds cannot run dry in
 *     that time
 * @param replicaLife how long a replica that no longer reports is still expected to
 * @param maxReports reports kept, one for each client and replica
 */
@Validated
@ConfigurationProperties("haru.gateway.saturation")
record SaturationProperties(
        @DefaultValue("2s") @NotNull Duration delay,
        @DefaultValue("4s") @NotNull Duration maxDelay,
        @DefaultValue("100") @Positive @Max(100_000) int refusalRate,
        @DefaultValue("10000") @PositiveOrZero @Max(100_000) int maxDelayed,
        @DefaultValue("250ms") @NotNull Duration reportLife,
        @DefaultValue("10s") @NotNull Duration replicaLife,
        @DefaultValue("10000") @Positive @Max(1_000_000) int maxReports) {}
