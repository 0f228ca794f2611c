package dev.haru.gateway.route;

import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.CACHED_REQUEST_BODY_ATTR;

import dev.haru.gateway.hashing.DelayedRefusals;
import dev.haru.gateway.hashing.HashingCalls;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Bounds the requests that wait for a connection to each service: by number and by the size of their headers and
 * bodies. The connection pools serve waiting requests in order of arrival. A request beyond the bounds is refused at
 * once. So a slow service takes a bounded part of the memory and no places of other services.
 */
@Component
final class WaitingRequests {

    private final Map<String, Service> services;
    private final Service hashing = new Service();
    private final DelayedRefusals refusals;
    private final int maxHashing;
    private final int connections;
    private final int maxRequests;
    private final long maxBytes;

    WaitingRequests(Services services, ConnectionProperties properties, DelayedRefusals refusals) {
        this.refusals = refusals;
        this.maxHashing = properties.maxHashing();
        this.services = services.services().stream()
                .map(Services.Service::id)
                .collect(Collectors.toUnmodifiableMap(Function.identity(), _ -> new Service()));
        this.connections = properties.max();
        this.maxRequests = properties.max() + properties.maxWaiting();
        this.maxBytes = properties.maxWaitingSize().toBytes();
    }

    /** Returns the call, or a refusal when too many requests wait for the same service. */
    Mono<Void> admit(String id, ServerWebExchange exchange, Mono<Void> call) {
        if (HashingCalls.contain(exchange.getRequest())) {
            return Mono.defer(() -> admitHashing(exchange, call));
        }
        Service service = services.get(id);
        return service == null ? call : Mono.defer(() -> admit(id, service, exchange, call));
    }

    private Mono<Void> admit(String id, Service service, ServerWebExchange exchange, Mono<Void> call) {
        int requests = service.requests.incrementAndGet();
        // Requests beyond the number of connections wait, so only their size counts.
        long bytes = requests > connections ? size(exchange) : 0;
        if (service.bytes.addAndGet(bytes) > maxBytes || requests > maxRequests) {
            service.leave(bytes);
            return Mono.error(ServiceFailure.overloaded(id));
        }
        return call.doFinally(_ -> service.leave(bytes));
    }

    /** Calls that hash queue in auth-service, so none waits here for a connection. */
    private Mono<Void> admitHashing(ServerWebExchange exchange, Mono<Void> call) {
        if (hashing.requests.incrementAndGet() > maxHashing) {
            hashing.leave(0);
            return refusals.refuseWithoutCall(exchange);
        }
        return call.doFinally(_ -> hashing.leave(0));
    }

    private static long size(ServerWebExchange exchange) {
        HttpHeaders headers = exchange.getRequest().getHeaders();
        long[] size = {exchange.getRequest().getURI().toString().length()};
        headers.forEach((name, values) -> values.forEach(value -> size[0] += name.length() + value.length()));
        DataBuffer body = exchange.getAttribute(CACHED_REQUEST_BODY_ATTR);
        return body == null ? size[0] : size[0] + body.capacity();
    }

    /** The requests that one service processes or that wait for it. */
    private static final class Service {

        private final AtomicInteger requests = new AtomicInteger();
        private final AtomicLong bytes = new AtomicLong();

        void leave(long size) {
            requests.decrementAndGet();
            bytes.addAndGet(-size);
        }
    }
}
