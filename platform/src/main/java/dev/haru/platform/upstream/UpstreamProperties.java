package dev.haru.platform.upstream;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Retries and limits of calls to an upstream service. The time-outs of a call are Feign's own properties.
 *
 * @param tries maximum number of attempts of a GET whose connection fails; other calls have one attempt
 * @param pause the longest pause before the next attempt; the shortest is half of it
 * @param maxCalls maximum of concurrent calls, above which calls are refused; higher than the number of server threads,
 *     so that it limits only virtual threads
 * @param breaker the circuit breaker
 */
@Validated
@ConfigurationProperties("haru.upstream")
record UpstreamProperties(
        @DefaultValue("2") @Min(1) @Max(3) int tries,
        @DefaultValue("20ms") @NotNull Duration pause,
        @DefaultValue("512") @Min(1) int maxCalls,
        @DefaultValue @Valid @NestedConfigurationProperty BreakerProperties breaker) {}
