package dev.haru.gateway.timing;

import dev.haru.platform.timing.TimingEntries;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/** Adds the gateway's part to what the services say, or keeps all of it from the client. */
@Component
final class ServerTimingFilter implements WebFilter, Ordered {

    private final boolean shown;

    ServerTimingFilter(ServerTimingProperties properties) {
        this.shown = properties.shown();
    }

    @Override
    public int getOrder() {
        return Ordered.HIGHEST_PRECEDENCE;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        @Nullable ExchangeTiming timing = shown ? ExchangeTiming.start(exchange) : null;
        exchange.getResponse().beforeCommit(() -> {
            HttpHeaders headers = exchange.getResponse().getHeaders();
            if (timing == null) {
                headers.remove(TimingEntries.HEADER);
            } else {
                headers.set(TimingEntries.HEADER, timing.header(headers.get(TimingEntries.HEADER)));
                show(headers);
            }
            return Mono.empty();
        });
        return chain.filter(exchange);
    }

    /** A page of another origin that may read the answer may read its times, too (W3C Resource Timing). */
    private static void show(HttpHeaders headers) {
        String origin = headers.getAccessControlAllowOrigin();
        if (origin != null) {
            headers.set("Timing-Allow-Origin", origin);
        }
    }
}
