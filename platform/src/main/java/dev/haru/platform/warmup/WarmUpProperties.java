package dev.haru.platform.warmup;

import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The warm-up before a service becomes ready.
 *
 * @param enabled whether readiness waits for the warm-up
 * @param rounds number of successive rounds without an improvement that complete the warm-up
 * @param calls calls in a round
 * @param concurrency concurrent calls
 * @param timeLimit maximum duration; afterwards the service becomes ready without a complete warm-up
 */
@Validated
@ConfigurationProperties("haru.warm-up")
record WarmUpProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("3") @Min(1) int rounds,
        @DefaultValue("100") @Min(20) int calls,
        @DefaultValue("2") @Min(1) int concurrency,
        @DefaultValue("20s") Duration timeLimit) {}
