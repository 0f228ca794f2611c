package dev.haru.gateway.hashing;

import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.CLIENT_RESPONSE_ATTR;
import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.CLIENT_RESPONSE_CONN_ATTR;

import dev.haru.gateway.header.ClientAddress;
import dev.haru.gateway.pipeline.GatewayPipeline.RouteStep;
import dev.haru.platform.address.AddressPrefix;
import dev.haru.platform.capacity.CapacityReport;
import io.netty.handler.codec.http.HttpHeaders;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.core.Ordered;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;
import reactor.netty.Connection;
import reactor.netty.http.client.HttpClientResponse;

/**
 * Records the capacity that auth-service reports. If auth-service refuses a call for lack of capacity, this filter
 * discards that response and sends a delayed refusal instead. During the delay the connection to auth-service serves
 * other calls. It is a filter of the routes of {@link HashingCalls} only.
 */
public final class SaturationResponseFilter implements GatewayFilter, Ordered {

    private final ReportedCapacity capacity;
    private final ClientAddress clientAddress;
    private final DelayedRefusals refusals;

    SaturationResponseFilter(ReportedCapacity capacity, ClientAddress clientAddress, DelayedRefusals refusals) {
        this.capacity = capacity;
        this.clientAddress = clientAddress;
        this.refusals = refusals;
    }

    @Override
    public int getOrder() {
        return RouteStep.SATURATION_RESPONSE.order();
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
        return chain.filter(exchange).then(Mono.defer(() -> inspect(exchange)));
    }

    private Mono<Void> inspect(ServerWebExchange exchange) {
        HttpClientResponse response = exchange.getAttribute(CLIENT_RESPONSE_ATTR);
        if (response == null) {
            return Mono.empty();
        }
        HttpHeaders headers = response.responseHeaders();
        CapacityReport.parse(headers.get(CapacityReport.HEADER))
                .ifPresent(report -> capacity.reported(AddressPrefix.of(clientAddress.of(exchange)), report));
        return headers.contains(CapacityReport.SATURATED_HEADER)
                ? discard(exchange).then(refusals.refuse(exchange))
                : Mono.empty();
    }

    /** Reads the response to its end, so that its connection serves other calls and nothing is left to forward. */
    private static Mono<Void> discard(ServerWebExchange exchange) {
        return exchange.getAttributes().remove(CLIENT_RESPONSE_CONN_ATTR) instanceof Connection service
                ? service.inbound().receive().then().onErrorComplete()
                : Mono.empty();
    }
}
