package dev.haru.gateway.drain;

import dev.haru.platform.drain.Drain;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/** Has each answer close its connection once the process was told to end; before that it costs a read of a field. */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
final class DrainFilter implements WebFilter {

    private final Drain drain;

    DrainFilter(Drain drain) {
        this.drain = drain;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        if (drain.hasBegun()) {
            // Last, because a failure's answer begins with no headers again.
            exchange.getResponse().beforeCommit(() -> {
                exchange.getResponse().getHeaders().set(HttpHeaders.CONNECTION, "close");
                return Mono.empty();
            });
        }
        return chain.filter(exchange);
    }
}
