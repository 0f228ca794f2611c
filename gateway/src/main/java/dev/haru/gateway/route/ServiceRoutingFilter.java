package dev.haru.gateway.route;

import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.GATEWAY_ROUTE_ATTR;

import dev.haru.gateway.deadline.RequestDeadline;
import dev.haru.gateway.timing.ExchangeTiming;
import dev.haru.gateway.warmup.WarmUpRequests;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.cloud.gateway.config.HttpClientProperties;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.NettyRoutingFilter;
import org.springframework.cloud.gateway.filter.headers.HttpHeadersFilter;
import org.springframework.cloud.gateway.route.Route;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;

/**
 * Spring Cloud Gateway's routing filter with a client for each service. The event loop of the connection enforces the
 * response time-out. The route metadata {@code response-timeout} would use a timer of another thread, which cost a
 * sixth more processor time per request when measured.
 */
final class ServiceRoutingFilter extends NettyRoutingFilter {

    private final ServiceClients clients;
    private final ServiceBreakers breakers;
    private final WaitingRequests waiting;
    private final RequestDeadline deadline;
    private final WarmUpRequests warmUpRequests;

    ServiceRoutingFilter(
            HttpClient client,
            ServiceClients clients,
            ServiceBreakers breakers,
            WaitingRequests waiting,
            RequestDeadline deadline,
            WarmUpRequests warmUpRequests,
            ObjectProvider<List<HttpHeadersFilter>> headers,
            HttpClientProperties properties) {
        super(client, headers, properties);
        this.clients = clients;
        this.breakers = breakers;
        this.waiting = waiting;
        this.deadline = deadline;
        this.warmUpRequests = warmUpRequests;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
        Route route = exchange.getRequiredAttribute(GATEWAY_ROUTE_ATTR);
        ExchangeTiming timing = ExchangeTiming.of(exchange);
        if (timing == null) {
            return guarded(exchange, route, super.filter(exchange, chain));
        }
        timing.waitFor(route.getId());
        // The rest of the chain runs once the headers of the response have arrived.
        Mono<Void> call = super.filter(
                exchange,
                responded -> Mono.defer(() -> {
                    timing.responded();
                    return chain.filter(responded);
                }));
        return guarded(exchange, route, call).doOnError(_ -> timing.failed());
    }

    /** Warm-up calls bypass the circuit breaker: one that fails on a busy node says nothing about the service. */
    private Mono<Void> guarded(ServerWebExchange exchange, Route route, Mono<Void> call) {
        Mono<Void> bounded = waiting.admit(route.getId(), exchange, call);
        if (ServiceCall.isRepeated(exchange)) {
            // The pool lets each attempt wait for the whole deadline, but the first attempt has used a part of it.
            bounded = bounded.timeout(deadline.remaining(exchange));
        }
        return warmUpRequests.contains(exchange.getRequest()) ? bounded : breakers.guard(route.getId(), bounded);
    }

    @Override
    protected HttpClient getHttpClient(Route route, ServerWebExchange exchange) {
        HttpClient client = clients.of(route.getId(), exchange);
        return client == null ? super.getHttpClient(route, exchange) : client;
    }
}
