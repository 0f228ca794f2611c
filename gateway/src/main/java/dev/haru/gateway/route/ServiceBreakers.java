package dev.haru.gateway.route;

import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import io.github.resilience4j.micrometer.tagged.TaggedCircuitBreakerMetrics;
import io.github.resilience4j.reactor.circuitbreaker.operator.CircuitBreakerOperator;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.netty.handler.timeout.ReadTimeoutException;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/**
 * A circuit breaker for each service. A failed connection or a late response counts as a failure. Any response counts
 * as a success, even a 503 of the service, because it shows that the service is available. A pool without a free
 * connection counts as neither: see decision 012.
 */
@Component
final class ServiceBreakers implements MeterBinder {

    private static final Logger log = LoggerFactory.getLogger(ServiceBreakers.class);

    private final CircuitBreakerRegistry registry;
    private final Map<String, CircuitBreaker> breakers = new HashMap<>();

    ServiceBreakers(Services services, ServiceBreakerProperties properties) {
        registry = CircuitBreakerRegistry.of(properties
                .breaker()
                .config()
                .ignoreException(failure -> !countsAsFailure(failure))
                .build());
        services.services().forEach(service -> breakers.put(service.id(), breaker(service.id())));
    }

    /** Whether the circuit breaker of the service is open, so that it refuses a call. */
    boolean isOpen(String service) {
        CircuitBreaker breaker = breakers.get(service);
        return breaker != null && breaker.getState() == CircuitBreaker.State.OPEN;
    }

    /** Returns the call, or a refusal while the circuit breaker is open. */
    Mono<Void> guard(String service, Mono<Void> call) {
        CircuitBreaker breaker = breakers.get(service);
        return breaker == null
                ? call
                : call.transformDeferred(CircuitBreakerOperator.of(breaker))
                        .onErrorMap(CallNotPermittedException.class, _ -> ServiceFailure.circuitOpen(service));
    }

    @Override
    public void bindTo(MeterRegistry meters) {
        TaggedCircuitBreakerMetrics.ofCircuitBreakerRegistry(registry).bindTo(meters);
    }

    /** Whether the connection failed, or the response was late. */
    private static boolean countsAsFailure(Throwable failure) {
        return failure instanceof IOException || failure instanceof ReadTimeoutException;
    }

    private CircuitBreaker breaker(String service) {
        CircuitBreaker breaker = registry.circuitBreaker(service);
        breaker.getEventPublisher()
                .onStateTransition(change -> log.warn(
                        "circuit breaker of {}: {}",
                        service,
                        change.getStateTransition().getToState()));
        return breaker;
    }
}
