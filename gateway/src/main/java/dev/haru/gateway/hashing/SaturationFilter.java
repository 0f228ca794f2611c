package dev.haru.gateway.hashing;

import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.GATEWAY_ROUTE_ATTR;

import dev.haru.gateway.header.ClientAddress;
import dev.haru.gateway.pipeline.GatewayPipeline.RouteStep;
import dev.haru.platform.address.AddressPrefix;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.core.Ordered;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Refuses from memory each call that auth-service would refuse, with the same response, before the body is read and
 * Redis is called. It is a filter of the routes of {@link HashingCalls} only.
 */
public final class SaturationFilter implements GatewayFilter, Ordered {

    private final ReportedCapacity capacity;
    private final ClientAddress clientAddress;
    private final DelayedRefusals refusals;

    SaturationFilter(ReportedCapacity capacity, ClientAddress clientAddress, DelayedRefusals refusals) {
        this.capacity = capacity;
        this.clientAddress = clientAddress;
        this.refusals = refusals;
    }

    @Override
    public int getOrder() {
        return RouteStep.SATURATION.order();
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
        if (capacity.takePlace(AddressPrefix.of(clientAddress.of(exchange)))) {
            return chain.filter(exchange);
        }
        // Metrics count the refusal for no route, so that a flood does not lower the availability of auth-service.
        exchange.getAttributes().remove(GATEWAY_ROUTE_ATTR);
        return refusals.refuseWithoutCall(exchange);
    }
}
