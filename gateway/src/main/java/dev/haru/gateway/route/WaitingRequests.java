package dev.haru.gateway.route;

import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.CACHED_REQUEST_BODY_ATTR;
import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.GATEWAY_ROUTE_ATTR;

import dev.haru.gateway.deadline.RequestDeadline;
import dev.haru.gateway.hashing.DelayedRefusals;
import dev.haru.gateway.pipeline.GatewayPipeline.RouteStep;
import dev.haru.gateway.timing.ExchangeTiming;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.netty.channel.EventLoop;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.cloud.gateway.route.Route;
import org.springframework.core.Ordered;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Lets a request wait until a connection to its service is free, in order of arrival and until its deadline. The wait
 * is a step of its own before the call is built, because a built call takes several KB. A request beyond the
 * {@link WaitLimit} of its service is refused at once. So a slow service takes a bounded part of the memory and no
 * places of other services.
 *
 * <p>Longer than 120 lines because calls that hash, which never wait here, have a limit of their own.
 */
@Component
final class WaitingRequests implements GlobalFilter, Ordered, MeterBinder {

    static final String ATTRIBUTE = WaitingRequests.class.getName();

    private final Map<String, Service> services = new HashMap<>();
    private final ServiceBreakers breakers;
    private final RequestDeadline deadline;
    private final DelayedRefusals refusals;
    private final int connections;
    private final int maxHashing;
    private final AtomicInteger hashing = new AtomicInteger();

    WaitingRequests(
            Services services,
            ConnectionProperties properties,
            ServiceBreakers breakers,
            RequestDeadline deadline,
            DelayedRefusals refusals) {
        this.breakers = breakers;
        this.deadline = deadline;
        this.refusals = refusals;
        this.connections = properties.perEventLoop(properties.max());
        this.maxHashing = properties.maxHashing();
        int maxRequests = properties.max() + properties.maxWaiting();
        long maxBytes = properties.maxWaitingSize().toBytes();
        for (Services.Service service : services.services()) {
            WaitLimit limit = new WaitLimit(service.id(), maxRequests, maxBytes);
            this.services.put(service.id(), new Service(limit, new ConcurrentHashMap<>()));
        }
    }

    /** Frees the connection of the exchange for the next request, before the response to the client is complete. */
    static void freeConnection(ServerWebExchange exchange) {
        ConnectionQueue.@Nullable Place place = exchange.getAttribute(ATTRIBUTE);
        if (place != null) {
            place.leave();
        }
    }

    @Override
    public int getOrder() {
        return RouteStep.CONNECTION_WAIT.order();
    }

    @Override
    public void bindTo(MeterRegistry meters) {
        services.forEach(
                (name, service) -> Gauge.builder("haru.gateway.waiting.requests", service.limit(), WaitLimit::waiting)
                        .description("Requests that wait for a connection to the service now")
                        .tag("name", name)
                        .register(meters));
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
        Route route = exchange.getRequiredAttribute(GATEWAY_ROUTE_ATTR);
        if (RouteConfig.hashes(route)) {
            return admitHashing(exchange, chain);
        }
        Service service = services.get(route.getId());
        if (service == null) {
            return chain.filter(exchange);
        }
        ConnectionQueue.Place place =
                service.queue(ServiceClients.eventLoop(exchange), connections).place();
        exchange.getAttributes().put(ATTRIBUTE, place);
        if (place.takeConnection()) {
            return chain.filter(exchange).doFinally(_ -> place.leave());
        }
        if (breakers.isOpen(route.getId())) {
            // The circuit breaker refuses the call, so the call does not wait.
            return chain.filter(exchange);
        }
        return waitFor(place, route, exchange)
                .then(Mono.defer(() -> chain.filter(exchange)))
                .doFinally(_ -> place.leave());
    }

    private Mono<Void> waitFor(ConnectionQueue.Place place, Route route, ServerWebExchange exchange) {
        Mono<Void> connection = place.connection(size(exchange), deadline.remaining(exchange));
        ExchangeTiming timing = ExchangeTiming.of(exchange);
        if (timing == null) {
            return connection;
        }
        timing.waitFor(route.getId());
        return connection.doOnError(_ -> timing.failed());
    }

    /** Calls that hash queue in auth-service, so none waits here for a connection. */
    private Mono<Void> admitHashing(ServerWebExchange exchange, GatewayFilterChain chain) {
        if (hashing.incrementAndGet() > maxHashing) {
            hashing.decrementAndGet();
            return refusals.refuseWithoutCall(exchange);
        }
        return chain.filter(exchange).doFinally(_ -> hashing.decrementAndGet());
    }

    private static long size(ServerWebExchange exchange) {
        HttpHeaders headers = exchange.getRequest().getHeaders();
        long[] size = {exchange.getRequest().getURI().toString().length()};
        headers.forEach((name, values) -> values.forEach(value -> size[0] += name.length() + value.length()));
        DataBuffer body = exchange.getAttribute(CACHED_REQUEST_BODY_ATTR);
        return body == null ? size[0] : size[0] + body.capacity();
    }

    private record Service(WaitLimit limit, Map<EventLoop, ConnectionQueue> queues) {

        ConnectionQueue queue(EventLoop eventLoop, int connections) {
            ConnectionQueue queue = queues.get(eventLoop);
            return queue != null
                    ? queue
                    : queues.computeIfAbsent(eventLoop, _ -> new ConnectionQueue(eventLoop, connections, limit));
        }
    }
}
