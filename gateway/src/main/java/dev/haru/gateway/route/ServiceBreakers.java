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
 * Leaves a service alone that cannot be reached or does not begin its answer in time. Any answer, a 503 of the
 * service's own too, shows that it is there, and a pool without a free connection says nothing about it: see decision
 * 012.
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
                .ignoreException(failure -> !isTheServices(failure))
                .build());
        services.services().forEach(service -> breakers.put(service.id(), breaker(service.id())));
    }

    /** The call, or the refusal to make it. */
    Mono<Void> guard(String service, Mono<Void> call) {
        CircuitBreaker breaker = breakers.get(service);
        return breaker == null
                ? call
                : call.transformDeferred(CircuitBreakerOperator.of(breaker))
                        .onErrorMap(CallNotPermittedException.class, _ -> ServiceFailure.leftAlone(service));
    }

    @Override
    public void bindTo(MeterRegistry meters) {
        TaggedCircuitBreakerMetrics.ofCircuitBreakerRegistry(registry).bindTo(meters);
    }

    /** No connection, a broken one, or no answer in time. */
    private static boolean isTheServices(Throwable failure) {
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
