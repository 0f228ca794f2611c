package dev.haru.gateway.hashing;

import com.netflix.concurrency.limits.Limiter;
import com.netflix.concurrency.limits.Limiter.Listener;
import dev.haru.gateway.guard.BodyGuard;
import dev.haru.platform.problem.ProblemException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatusCode;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Counts the sign-ins and sign-ups that auth-service has, from when they are whole: one whose body never ends takes
 * nobody's turn. The limit grows with answers and shrinks with 503s (<a
 * href="https://github.com/Netflix/concurrency-limits">concurrency-limits</a>, additive increase and multiplicative
 * decrease), so that it needs to know neither replicas nor cores.
 */
@Order(BodyGuard.ORDER + 1)
final class HashingTurn implements GlobalFilter {

    private final Limiter<Void> limiter;
    private final HashingLimit limit;

    HashingTurn(Limiter<Void> limiter, HashingLimit limit) {
        this.limiter = limiter;
        this.limit = limit;
    }

    @Override
    @SuppressWarnings("NullAway") // the limiter's context, which this kind of limiter does not use
    public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
        if (!HashingLimit.hashes(exchange.getRequest())) {
            return chain.filter(exchange);
        }
        Optional<Listener> turn = limiter.acquire(null);
        if (turn.isEmpty()) {
            return limit.refused(exchange);
        }
        Listener listener = turn.get();
        return chain.filter(exchange)
                .doOnSuccess(_ -> end(listener, exchange.getResponse().getStatusCode()))
                .doOnError(failure ->
                        end(listener, failure instanceof ProblemException problem ? problem.getStatusCode() : null))
                .doOnCancel(listener::onIgnore);
    }

    private static void end(Listener listener, @Nullable HttpStatusCode status) {
        if (status == null) {
            listener.onIgnore();
        } else if (status.is5xxServerError()) {
            listener.onDropped();
        } else {
            listener.onSuccess();
        }
    }
}
