package dev.haru.platform.upstream;

import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The circuit breaker of an upstream service.
 *
 * @param window number of last calls in the evaluation
 * @param minimumCalls calls before the first evaluation
 * @param failureRate percentage of failures from which the circuit breaker opens
 * @param open how long an open circuit breaker refuses calls before it permits trial calls
 * @param trials number of trial calls; the circuit breaker opens again if most of them fail
 */
public record BreakerProperties(
        @DefaultValue("50") @Min(1) @Max(10_000) int window,
        @DefaultValue("10") @Min(1) int minimumCalls,
        @DefaultValue("50") @Min(1) @Max(100) int failureRate,
        @DefaultValue("1s") @NotNull Duration open,
        @DefaultValue("3") @Min(1) @Max(100) int trials) {

    /**
     * The configuration for resilience4j. Its user defines what counts as a failure; slow responses are not failures.
     */
    public CircuitBreakerConfig.Builder config() {
        return CircuitBreakerConfig.custom()
                .slidingWindow(window, Math.min(minimumCalls, window), SlidingWindowType.COUNT_BASED)
                .failureRateThreshold(failureRate)
                .waitDurationInOpenState(open)
                .automaticTransitionFromOpenToHalfOpenEnabled(true)
                .permittedNumberOfCallsInHalfOpenState(trials)
                // No stack traces: nothing reads those of refused calls, and an outage causes many.
                .writableStackTraceEnabled(false);
    }
}
