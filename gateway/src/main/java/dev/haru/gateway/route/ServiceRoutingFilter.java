package dev.haru.gateway.route;

import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.GATEWAY_ROUTE_ATTR;

import dev.haru.gateway.deadline.RequestDeadline;
import dev.haru.gateway.timing.ExchangeTiming;
import dev.haru.gateway.warmup.OwnCalls;
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
 * Spring Cloud Gateway's filter with a client for each service, whose time-out the connection's own event loop keeps.
 * The route metadata {@code response-timeout} does the same by a timer of another thread; that measured a sixth more
 * processor time per request.
 */
final class ServiceRoutingFilter extends NettyRoutingFilter {

    private final ServiceClients clients;
    private final ServiceBreakers breakers;
    private final WaitingRequests waiting;
    private final RequestDeadline deadline;
    private final OwnCalls ownCalls;

    ServiceRoutingFilter(
            HttpClient client,
            ServiceClients clients,
            ServiceBreakers breakers,
            WaitingRequests waiting,
            RequestDeadline deadline,
            OwnCalls ownCalls,
            ObjectProvider<List<HttpHeadersFilter>> headers,
            HttpClientProperties properties) {
        super(client, headers, properties);
        this.clients = clients;
        this.breakers = breakers;
        this.waiting = waiting;
        this.deadline = deadline;
        this.ownCalls = ownCalls;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
        Route route = exchange.getRequiredAttribute(GATEWAY_ROUTE_ATTR);
        ExchangeTiming timing = ExchangeTiming.of(exchange);
        if (timing == null) {
            return guarded(exchange, route, super.filter(exchange, chain));
        }
        timing.asks(route.getId());
        // What follows in the chain is subscribed to when the answer's headers are here.
        Mono<Void> call = super.filter(
                exchange,
                answered -> Mono.defer(() -> {
                    timing.answered();
                    return chain.filter(answered);
                }));
        return guarded(exchange, route, call).doOnError(_ -> timing.failed());
    }

    /** A call for practice that a full node cuts short says nothing about the service. */
    private Mono<Void> guarded(ServerWebExchange exchange, Route route, Mono<Void> call) {
        Mono<Void> bounded = waiting.admit(route.getId(), exchange, call);
        if (ServiceCall.isRepeated(exchange)) {
            // The pool grants each wait the whole deadline, of which the first try has used a part.
            bounded = bounded.timeout(deadline.left(exchange));
        }
        return ownCalls.contains(exchange.getRequest()) ? bounded : breakers.guard(route.getId(), bounded);
    }

    @Override
    protected HttpClient getHttpClient(Route route, ServerWebExchange exchange) {
        HttpClient client = clients.of(route.getId(), exchange);
        return client == null ? super.getHttpClient(route, exchange) : client;
    }
}
