package dev.haru.gateway.route;

import dev.haru.gateway.deadline.RequestDeadline;
import dev.haru.gateway.hashing.HashingCalls;
import dev.haru.platform.deadline.Deadline;
import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import reactor.netty.Connection;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;
import reactor.netty.resources.LoopResources;

/**
 * The clients of the services, for each event loop its own, so that both connections of a request belong to one thread
 * and nothing is handed from one to another: see decision 018. An event loop has an equal share of the pool, as Netty
 * gives it an equal share of the clients.
 */
@Component
final class ServiceClients implements DisposableBean {

    private final Services services;
    private final ConnectionProperties properties;
    private final RequestDeadline deadline;
    private final Map<EventLoop, Own> byEventLoop = new ConcurrentHashMap<>();

    ServiceClients(Services services, ConnectionProperties properties, RequestDeadline deadline) {
        this.services = services;
        this.properties = properties;
        this.deadline = deadline;
    }

    /** The service's client on the event loop of the request; null when there is no such service. */
    @Nullable HttpClient of(String service, ServerWebExchange exchange) {
        Connection caller = ServerHttpResponseDecorator.getNativeResponse(exchange.getResponse());
        EventLoop eventLoop = caller.channel().eventLoop();
        Own own = byEventLoop.get(eventLoop);
        if (own == null) {
            own = byEventLoop.computeIfAbsent(eventLoop, _ -> create());
        }
        return (HashingCalls.contain(exchange.getRequest()) ? own.hashing : own.others).get(service);
    }

    @Override
    public void destroy() {
        byEventLoop.values().forEach(own -> own.connections.forEach(ConnectionProvider::dispose));
    }

    private Own create() {
        ConnectionProvider hashing = connections("hashing", properties.maxHashing());
        ConnectionProvider others = connections("services", properties.max());
        return new Own(List.of(hashing, others), clients(hashing), clients(others));
    }

    /** The share of one event loop. */
    private ConnectionProvider connections(String name, int max) {
        int share = Math.ceilDiv(max, LoopResources.DEFAULT_IO_WORKER_COUNT);
        return RouteConfig.connections(name, share, properties, deadline.total());
    }

    private Map<String, HttpClient> clients(ConnectionProvider connections) {
        HttpClient client = RouteConfig.client(connections, properties);
        Map<String, HttpClient> clients = new HashMap<>();
        services.services().forEach(service -> clients.put(service.id(), client(client, service.responseTimeout())));
        return Map.copyOf(clients);
    }

    /** With a response time-out that shrinks by the time for which a request waited for its connection. */
    private HttpClient client(HttpClient client, Duration responseTimeout) {
        return client.responseTimeout(responseTimeout)
                .doOnRequest((request, _) -> request.responseTimeout(
                        deadline.responseTimeout(request.requestHeaders().get(Deadline.HEADER), responseTimeout)));
    }

    /**
     * What an event loop has.
     *
     * @param hashing clients by service for calls that wait for a hash, with connections of their own
     * @param others clients by service for all other calls
     */
    private record Own(
            List<ConnectionProvider> connections, Map<String, HttpClient> hashing, Map<String, HttpClient> others) {}
}
