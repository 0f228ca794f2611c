package dev.haru.gateway.guard;

import dev.haru.gateway.problem.ProblemResponses;
import dev.haru.platform.problem.Problems;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/** Responds to the replacement of a request that could not be read. */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 10)
final class UnreadableFilter implements WebFilter {

    private final ProblemResponses problems;

    UnreadableFilter(ProblemResponses problems) {
        this.problems = problems;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        UnreadableReason reason =
                UnreadableReason.ofPath(exchange.getRequest().getURI().getRawPath());
        if (reason == null) {
            return chain.filter(exchange);
        }
        return problems.write(exchange, Problems.of(reason.status, reason.code, reason.detail));
    }
}
