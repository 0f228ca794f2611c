package dev.haru.gateway.guard;

import dev.haru.gateway.pipeline.GatewayPipeline.WebStep;
import dev.haru.gateway.problem.ProblemResponses;
import dev.haru.platform.language.Message;
import dev.haru.platform.problem.Problems;
import org.springframework.core.Ordered;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/** Responds to the replacement of a request that could not be read. */
@Component
final class UnreadableFilter implements WebFilter, Ordered {

    private final ProblemResponses problems;

    UnreadableFilter(ProblemResponses problems) {
        this.problems = problems;
    }

    @Override
    public int getOrder() {
        return WebStep.UNREADABLE.order();
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        UnreadableReason reason =
                UnreadableReason.ofPath(exchange.getRequest().getURI().getRawPath());
        if (reason == null) {
            return chain.filter(exchange);
        }
        return problems.write(exchange, Problems.of(reason.status, reason.code, Message.of(reason.detailKey)));
    }
}
