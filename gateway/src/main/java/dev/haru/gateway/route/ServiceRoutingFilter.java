package dev.haru.gateway.route;

import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.GATEWAY_ROUTE_ATTR;

import dev.haru.gateway.deadline.RequestDeadline;
import dev.haru.gateway.pipeline.GatewayPipeline.RouteStep;
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
 * Spring Cloud Gateway's routing filter with a client for each service and event loop. The property
 * {@code global-filter.netty-routing.enabled} switches off the framework's own instance, because none of the
 * framework's extension points can replace this subclass:
 *
 * <ul>
 *   <li>An {@code HttpClientCustomizer} changes the one client once, at the start. The client of a call depends on the
 *       request: on its event loop (decision 018), and on whether it hashes (decision 040). Only the protected method
 *       {@link #getHttpClient} receives the request.
 *   <li>Route metadata has only {@code connect-timeout} and {@code response-timeout}. The latter uses a timer of
 *       another thread, which cost a sixth more processor time per request when measured. Here the event loop of the
 *       connection enforces the response time-out.
 *   <li>The framework's instance receives all beans of type {@code HttpHeadersFilter}. Two of the framework's own
 *       ({@code RemoveHopByHopHeadersFilter}, {@code TransferEncodingNormalizationHeadersFilter}) have no switch, and
 *       each copies all headers. This instance receives {@link dev.haru.gateway.header.HeaderFilters} only.
 *   <li>The framework's bean {@code routingFilter} is not conditional on a missing bean. A bean of the same name needs
 *       {@code spring.main.allow-bean-definition-overriding}, which would permit accidental overrides of all beans.
 * </ul>
 *
 * <p>The property also switches off the framework's {@code NettyWriteResponseFilter}, which
 * {@link SingleWriteResponseFilter} extends.
 */
final class ServiceRoutingFilter extends NettyRoutingFilter {

    private final ServiceClients clients;
    private final ServiceBreakers breakers;
    private final RequestDeadline deadline;
    private final WarmUpRequests warmUpRequests;

    ServiceRoutingFilter(
            HttpClient client,
            ServiceClients clients,
            ServiceBreakers breakers,
            RequestDeadline deadline,
            WarmUpRequests warmUpRequests,
            ObjectProvider<List<HttpHeadersFilter>> headers,
            HttpClientProperties properties) {
        super(client, headers, properties);
        this.clients = clients;
        this.breakers = breakers;
        this.deadline = deadline;
        this.warmUpRequests = warmUpRequests;
    }

    @Override
    public int getOrder() {
        return RouteStep.SERVICE_ROUTING.order();
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
        // The pool lets each attempt wait for the whole deadline, but the first attempt has used a part of it.
        Mono<Void> bounded = ServiceCall.isRepeated(exchange) ? call.timeout(deadline.remaining(exchange)) : call;
        return warmUpRequests.contains(exchange.getRequest()) ? bounded : breakers.guard(route.getId(), bounded);
    }

    @Override
    protected HttpClient getHttpClient(Route route, ServerWebExchange exchange) {
        HttpClient client = clients.of(route, exchange);
        return client == null ? super.getHttpClient(route, exchange) : client;
    }
}
