package dev.haru.gateway.limit;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Positive;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How often a client may call. One address is often many people (a café, a company, a mobile carrier), hence the wide
 * limit for addresses beside the narrower one for members.
 *
 * @param enabled whether there are limits at all; off for a load test from one address
 * @param address calls from one address prefix
 * @param member calls with one access token
 * @param floor what applies in each gateway by itself while Redis is away; stricter, since gateways then do not know of
 *     each other's calls
 * @param retryRedis how long the floor serves after a failure before Redis is asked again
 */
@Validated
@ConfigurationProperties("haru.gateway.rate-limit")
record RateLimitProperties(
        @DefaultValue("true") boolean enabled,
        @NotNull @Valid Limit address,
        @NotNull @Valid Limit member,
        @NotNull @Valid Floor floor,
        @DefaultValue("1s") Duration retryRedis) {

    /**
     * The limits of one gateway by itself.
     *
     * @param address calls from one address prefix
     * @param member calls with one access token
     * @param maxBuckets addresses, and members, remembered at most; beyond it the least used are forgotten
     */
    record Floor(
            @NotNull @Valid Limit address,
            @NotNull @Valid Limit member,
            @DefaultValue("20000") @Positive @Max(1_000_000) int maxBuckets) {}
}
