package dev.haru.gateway.route;

import dev.haru.gateway.hashing.DelayedRefusals;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebExceptionHandler;
import reactor.core.publisher.Mono;

/**
 * Delays the refusal of a call by an open circuit breaker. An exception handler runs after the filters have ended, so a
 * delayed refusal holds neither the body of its request nor the state of a filter.
 */
@Component
@Order(-3) // before FailureHandler, which writes the refusal
final class BreakerRefusalDelay implements WebExceptionHandler {

    private final DelayedRefusals refusals;

    BreakerRefusalDelay(DelayedRefusals refusals) {
        this.refusals = refusals;
    }

    @Override
    public Mono<Void> handle(ServerWebExchange exchange, Throwable failure) {
        Mono<Void> refused = Mono.error(failure);
        return failure instanceof ServiceFailure known && known.isRefusedByBreaker()
                ? refusals.delay(exchange).then(refused)
                : refused;
    }
}
