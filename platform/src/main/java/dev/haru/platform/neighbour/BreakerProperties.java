package dev.haru.platform.neighbour;

import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * When a neighbour is left alone, and how it is tried again.
 *
 * @param window the last calls that are looked at
 * @param minimumCalls calls before anything is concluded
 * @param failureRate the share of failures in percent from which calls are refused
 * @param open how long they are refused before the neighbour is tried
 * @param trials calls that try it; when most of them fail it is left alone again
 */
public record BreakerProperties(
        @DefaultValue("50") @Min(1) @Max(10_000) int window,
        @DefaultValue("10") @Min(1) int minimumCalls,
        @DefaultValue("50") @Min(1) @Max(100) int failureRate,
        @DefaultValue("1s") @NotNull Duration open,
        @DefaultValue("3") @Min(1) @Max(100) int trials) {

    /** For resilience4j; what counts as a failure is the caller's to add. A slow answer is none. */
    public CircuitBreakerConfig.Builder config() {
        return CircuitBreakerConfig.custom()
                .slidingWindow(window, Math.min(minimumCalls, window), SlidingWindowType.COUNT_BASED)
                .failureRateThreshold(failureRate)
                .waitDurationInOpenState(open)
                .automaticTransitionFromOpenToHalfOpenEnabled(true)
                .permittedNumberOfCallsInHalfOpenState(trials)
                // Nobody reads the stack of a refusal, and an outage makes many of them.
                .writableStackTraceEnabled(false);
    }
}
