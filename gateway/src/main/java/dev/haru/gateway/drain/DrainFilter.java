package dev.haru.gateway.drain;

import dev.haru.gateway.pipeline.GatewayPipeline.WebStep;
import dev.haru.platform.drain.Drain;
import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Closes the connection with each response once the process shuts down. Before that, the filter costs one read of a
 * field.
 */
@Component
final class DrainFilter implements WebFilter, Ordered {

    private final Drain drain;

    DrainFilter(Drain drain) {
        this.drain = drain;
    }

    @Override
    public int getOrder() {
        return WebStep.DRAIN.order();
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        if (drain.hasBegun()) {
            // Sets the header at commit, because a failure clears the response headers.
            exchange.getResponse().beforeCommit(() -> {
                exchange.getResponse().getHeaders().set(HttpHeaders.CONNECTION, "close");
                return Mono.empty();
            });
        }
        return chain.filter(exchange);
    }
}
