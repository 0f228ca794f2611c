package dev.haru.platform.warmup;

import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * When a service counts as warm.
 *
 * @param enabled whether readiness waits for that at all
 * @param rounds how many rounds in a row must be no faster than the last that was
 * @param calls how many calls a round has
 * @param concurrency how many calls are made at once
 * @param timeLimit after which the service becomes ready, warm or not
 */
@Validated
@ConfigurationProperties("haru.warm-up")
record WarmUpProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("3") @Min(1) int rounds,
        @DefaultValue("100") @Min(20) int calls,
        @DefaultValue("2") @Min(1) int concurrency,
        @DefaultValue("20s") Duration timeLimit) {}
