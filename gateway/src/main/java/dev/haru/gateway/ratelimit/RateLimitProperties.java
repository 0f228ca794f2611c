package dev.haru.gateway.ratelimit;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Positive;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Rate limits. Many people may share an address (a café, a company, a mobile carrier), so the limit for addresses is
 * higher than the limit for access tokens.
 *
 * @param enabled whether rate limits apply; false for a load test from one address
 * @param address requests from one address prefix
 * @param member requests with one access token
 * @param localFallback the local fallback of each gateway while Redis is unavailable; lower, because gateways then do
 *     not share their counts
 * @param retryRedis how long the local fallback applies after a failure before the gateway calls Redis again
 */
@Validated
@ConfigurationProperties("haru.gateway.rate-limit")
record RateLimitProperties(
        @DefaultValue("true") boolean enabled,
        @NotNull @Valid Limit address,
        @NotNull @Valid Limit member,
        @NotNull @Valid LocalFallback localFallback,
        @DefaultValue("1s") Duration retryRedis) {

    /**
     * The local fallback of one gateway.
     *
     * @param address requests from one address prefix
     * @param member requests with one access token
     * @param maxBuckets maximum of addresses, and of access tokens, in memory; beyond it the least recently used are
     *     evicted
     */
    record LocalFallback(
            @NotNull @Valid Limit address,
            @NotNull @Valid Limit member,
            @DefaultValue("20000") @Positive @Max(1_000_000) int maxBuckets) {}
}
