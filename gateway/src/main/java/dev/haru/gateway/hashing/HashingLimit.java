package dev.haru.gateway.hashing;

import com.netflix.concurrency.limits.Limiter;
import com.netflix.concurrency.limits.Limiter.Listener;
import dev.haru.gateway.problem.ProblemResponses;
import dev.haru.platform.problem.ProblemException;
import io.micrometer.core.instrument.Counter;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Refuses sign-ins and sign-ups beyond what auth-service has lately taken at once, with the answer that it would give
 * itself, before a body is read or Redis is asked: in a flood, most of the processor would else go into refusals. The
 * limit grows with answers and shrinks with 503s (<a
 * href="https://github.com/Netflix/concurrency-limits">concurrency-limits</a>, additive increase and multiplicative
 * decrease), so that it needs to know neither replicas nor cores.
 */
@Order(Ordered.HIGHEST_PRECEDENCE + 9) // after the refusal of blocked addresses, which costs as little
final class HashingLimit implements WebFilter {

    private static final Set<String> HASHING = Set.of("/v1/auth/user/login", "/v1/auth/user/register");

    private final Limiter<Void> limiter;
    private final ProblemResponses problems;
    private final Counter refusals;

    HashingLimit(Limiter<Void> limiter, ProblemResponses problems, Counter refusals) {
        this.limiter = limiter;
        this.problems = problems;
        this.refusals = refusals;
    }

    @Override
    @SuppressWarnings("NullAway") // the limiter's context, which this kind of limiter does not use
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        if (!hashes(exchange.getRequest())) {
            return chain.filter(exchange);
        }
        Optional<Listener> turn = limiter.acquire(null);
        if (turn.isEmpty()) {
            refusals.increment();
            exchange.getResponse().getHeaders().set(HttpHeaders.RETRY_AFTER, "2");
            return problems.write(
                    exchange,
                    HttpStatus.SERVICE_UNAVAILABLE,
                    "hashing-saturated",
                    "Too many sign-ins are waiting; try again.");
        }
        Listener listener = turn.get();
        return chain.filter(exchange)
                .doOnSuccess(_ -> end(listener, exchange.getResponse().getStatusCode()))
                .doOnError(failure ->
                        end(listener, failure instanceof ProblemException problem ? problem.getStatusCode() : null))
                .doOnCancel(listener::onIgnore);
    }

    private static boolean hashes(ServerHttpRequest request) {
        return request.getMethod().equals(HttpMethod.POST)
                && HASHING.contains(request.getURI().getRawPath());
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
