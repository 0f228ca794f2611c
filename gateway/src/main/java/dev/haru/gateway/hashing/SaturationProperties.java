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
 * Refusals while password hashing is saturated, and the delay of refusals.
 *
 * @param delay delay of a refusal for saturation or of an open circuit breaker, give or take a quarter; about its
 *     {@code Retry-After}, so that a client that ignores the header retries no faster
 * @param maxDelay delay of a refusal at a high refusal rate; below the longest wait of auth-service, so that its queue
 *     does not run empty
 * @param refusalRate refusals a second above which the delay grows towards {@code maxDelay}
 * @param maxDelayed maximum of delayed refusals; further refusals are immediate
 * @param reportLife how long a report of free places is valid; a full queue cannot run empty in that time
 * @param replicaLife how long the gateway expects reports from a silent replica
 * @param maxReports maximum of reports in memory, one for each client and replica
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
