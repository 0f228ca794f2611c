package dev.haru.gateway.hashing;

import com.netflix.concurrency.limits.limiter.AbstractLimiter;
import dev.haru.gateway.problem.ProblemResponses;
import io.micrometer.core.instrument.Counter;
import java.util.Set;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Refuses sign-ins and sign-ups beyond what auth-service has lately taken at once, with the answer that it would give
 * itself, before a body is read or Redis is asked: in a flood, most of the processor would else go into refusals.
 * {@link HashingTurn} counts them.
 */
@Order(Ordered.HIGHEST_PRECEDENCE + 9) // after the refusal of blocked addresses, which costs as little
final class HashingLimit implements WebFilter {

    private static final Set<String> HASHING = Set.of("/v1/auth/user/login", "/v1/auth/user/register");

    private final AbstractLimiter<Void> limiter;
    private final ProblemResponses problems;
    private final Counter refusals;

    HashingLimit(AbstractLimiter<Void> limiter, ProblemResponses problems, Counter refusals) {
        this.limiter = limiter;
        this.problems = problems;
        this.refusals = refusals;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        return hashes(exchange.getRequest()) && limiter.getInflight() >= limiter.getLimit()
                ? refused(exchange)
                : chain.filter(exchange);
    }

    static boolean hashes(ServerHttpRequest request) {
        return request.getMethod().equals(HttpMethod.POST)
                && HASHING.contains(request.getURI().getRawPath());
    }

    Mono<Void> refused(ServerWebExchange exchange) {
        refusals.increment();
        exchange.getResponse().getHeaders().set(HttpHeaders.RETRY_AFTER, "2");
        return problems.write(
                exchange,
                HttpStatus.SERVICE_UNAVAILABLE,
                "hashing-saturated",
                "Too many sign-ins are waiting; try again.");
    }
}
