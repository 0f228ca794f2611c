package dev.haru.gateway.route;

import dev.haru.gateway.deadline.RequestDeadline;
import dev.haru.platform.deadline.Deadline;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.cloud.gateway.route.Route;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import reactor.netty.Connection;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;

/**
 * The HTTP clients of the services, one set for each event loop. So both connections of a request belong to one thread,
 * and no work moves between threads: see decision 018. Each event loop has an equal share of the pool, because Netty
 * gives it an equal share of the clients.
 */
@Component
final class ServiceClients implements DisposableBean {

    private final Services services;
    private final ConnectionProperties properties;
    private final RequestDeadline deadline;
    private final AtomicInteger eventLoops = new AtomicInteger();
    private final Map<EventLoop, EventLoopClients> byEventLoop = new ConcurrentHashMap<>();

    ServiceClients(Services services, ConnectionProperties properties, RequestDeadline deadline) {
        this.services = services;
        this.properties = properties;
        this.deadline = deadline;
    }

    /** Returns the client of the route's service on the event loop of the request; null for an unknown service. */
    @Nullable HttpClient of(Route route, ServerWebExchange exchange) {
        EventLoop eventLoop = eventLoop(exchange);
        EventLoopClients ofLoop = byEventLoop.get(eventLoop);
        if (ofLoop == null) {
            ofLoop = byEventLoop.computeIfAbsent(eventLoop, _ -> create());
        }
        return (RouteConfig.hashes(route) ? ofLoop.hashing : ofLoop.others).get(route.getId());
    }

    /** Returns the event loop of the client's connection. */
    static EventLoop eventLoop(ServerWebExchange exchange) {
        Connection client = ServerHttpResponseDecorator.getNativeResponse(exchange.getResponse());
        return client.channel().eventLoop();
    }

    @Override
    public void destroy() {
        byEventLoop.values().forEach(ofLoop -> ofLoop.connections.forEach(ConnectionProvider::dispose));
    }

    private EventLoopClients create() {
        int number = eventLoops.incrementAndGet();
        ConnectionProvider hashing = connections(PoolMeterFilter.nameOf("hashing", number), properties.maxHashing());
        ConnectionProvider others = connections(PoolMeterFilter.nameOf("services", number), properties.max());
        return new EventLoopClients(List.of(hashing, others), clients(hashing), clients(others));
    }

    /** Returns a pool with the share of one event loop. */
    private ConnectionProvider connections(String name, int max) {
        return ConnectionConfig.connections(name, properties.perEventLoop(max), properties, deadline.total());
    }

    private Map<String, HttpClient> clients(ConnectionProvider connections) {
        HttpClient client = ConnectionConfig.client(connections, properties);
        Map<String, HttpClient> clients = new HashMap<>();
        services.services().forEach(service -> clients.put(service.id(), client(client, service.responseTimeout())));
        return Map.copyOf(clients);
    }

    /**
     * Returns a client whose response time-out shrinks by the time that a request waited for its connection. The client
     * removes the user agent that Reactor Netty adds: auth-service shows the user agent of each session.
     */
    private HttpClient client(HttpClient client, Duration responseTimeout) {
        return client.responseTimeout(responseTimeout).doOnRequest((request, _) -> {
            HttpHeaders headers = request.requestHeaders();
            request.responseTimeout(deadline.responseTimeout(headers.get(Deadline.HEADER), responseTimeout));
            if (HttpClient.USER_AGENT.equals(headers.get(HttpHeaderNames.USER_AGENT))) {
                headers.remove(HttpHeaderNames.USER_AGENT);
            }
        });
    }

    /**
     * The clients of one event loop.
     *
     * @param connections the connection pools of the clients
     * @param hashing clients by service for calls that hash, with separate connections
     * @param others clients by service for all other calls
     */
    private record EventLoopClients(
            List<ConnectionProvider> connections, Map<String, HttpClient> hashing, Map<String, HttpClient> others) {}
}
