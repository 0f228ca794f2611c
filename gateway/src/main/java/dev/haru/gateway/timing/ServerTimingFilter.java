package dev.haru.gateway.timing;

import dev.haru.gateway.pipeline.GatewayPipeline.WebStep;
import dev.haru.platform.timing.TimingEntries;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Adds the gateway's own time to the {@code Server-Timing} header of the services, or removes the header from the
 * response.
 */
@Component
final class ServerTimingFilter implements WebFilter, Ordered {

    private final boolean shown;

    ServerTimingFilter(ServerTimingProperties properties) {
        this.shown = properties.shown();
    }

    @Override
    public int getOrder() {
        return WebStep.SERVER_TIMING.order();
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
                allowOrigin(headers);
            }
            return Mono.empty();
        });
        return chain.filter(exchange);
    }

    /** Lets a page of another origin read the times if it may read the response (W3C Resource Timing). */
    private static void allowOrigin(HttpHeaders headers) {
        String origin = headers.getAccessControlAllowOrigin();
        if (origin != null) {
            headers.set("Timing-Allow-Origin", origin);
        }
    }
}
