package dev.haru.platform.neighbour;

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
 * How patient a service is with each of its neighbours; the time-outs of a call are Feign's own properties.
 *
 * @param tries how often a GET is sent at most when its connection fails; nothing else is sent twice
 * @param pause the longest pause before a GET is sent again; the shortest is half of it
 * @param maxCalls calls under way at once, beyond which the next is refused; above what the server's threads can ask,
 *     so that it bounds the calls of virtual threads and nothing else
 * @param breaker when a neighbour is left alone
 */
@Validated
@ConfigurationProperties("haru.neighbour")
record NeighbourProperties(
        @DefaultValue("2") @Min(1) @Max(3) int tries,
        @DefaultValue("20ms") @NotNull Duration pause,
        @DefaultValue("512") @Min(1) int maxCalls,
        @DefaultValue @Valid @NestedConfigurationProperty BreakerProperties breaker) {}
