package dev.haru.platform.upstream;

import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadConfig;
import io.github.resilience4j.bulkhead.BulkheadRegistry;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import io.github.resilience4j.core.IntervalFunction;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import io.github.resilience4j.retry.RetryRegistry;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The circuit breaker, bulkhead and retry of each upstream service, by its name. */
final class ResiliencePolicies {

    private static final Logger log = LoggerFactory.getLogger(ResiliencePolicies.class);

    /** The jitter makes a pause between half of the longest pause and the longest pause. */
    private static final double JITTER = 1.0 / 3;

    private final CircuitBreakerRegistry breakers;
    private final BulkheadRegistry bulkheads;
    private final RetryRegistry retries;
    private final ConcurrentMap<String, UpstreamPolicies> policies = new ConcurrentHashMap<>();

    ResiliencePolicies(UpstreamProperties properties) {
        breakers = CircuitBreakerRegistry.of(properties
                .breaker()
                .config()
                .recordResult(Outcome.FAILED::equals)
                .build());
        breakers.getEventPublisher()
                .onEntryAdded(added -> added.getAddedEntry()
                        .getEventPublisher()
                        .onStateTransition(change -> log.warn(
                                "circuit breaker of {}: {}",
                                change.getCircuitBreakerName(),
                                change.getStateTransition().getToState())));
        bulkheads = BulkheadRegistry.of(BulkheadConfig.custom()
                .maxConcurrentCalls(properties.maxCalls())
                .maxWaitDuration(Duration.ZERO)
                .build());
        retries = RetryRegistry.of(RetryConfig.custom()
                .maxAttempts(properties.tries())
                .intervalFunction(IntervalFunction.ofRandomized(
                        properties.pause().multipliedBy(3).dividedBy(4), JITTER))
                .retryOnException(ResiliencePolicies::isWorthARetry)
                .build());
    }

    UpstreamPolicies of(String name) {
        UpstreamPolicies known = policies.get(name);
        return known != null ? known : policies.computeIfAbsent(name, this::create);
    }

    CircuitBreakerRegistry breakers() {
        return breakers;
    }

    BulkheadRegistry bulkheads() {
        return bulkheads;
    }

    RetryRegistry retries() {
        return retries;
    }

    private UpstreamPolicies create(String name) {
        return new UpstreamPolicies(name, breakers.circuitBreaker(name), bulkheads.bulkhead(name), retries.retry(name));
    }

    /** Connection failures are fast, so a retry is worthwhile. After a timeout the caller has waited long enough. */
    private static boolean isWorthARetry(Throwable failure) {
        return failure instanceof IOException && !(failure instanceof InterruptedIOException);
    }

    /** The policies for calls to one upstream service. */
    record UpstreamPolicies(String name, CircuitBreaker breaker, Bulkhead bulkhead, Retry retry) {}

    /** The meaning of a response for the circuit breaker. */
    enum Outcome {
        ANSWERED,
        FAILED
    }
}
