package dev.haru.gateway.hashing;

import dev.haru.gateway.header.ClientAddress;
import dev.haru.platform.address.AddressPrefix;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Refuses from memory each call that auth-service would refuse, with the same response, before the body is read and
 * Redis is called.
 */
@Order(Ordered.HIGHEST_PRECEDENCE + 9) // after the refusal of blocked addresses, which is as cheap
final class SaturationFilter implements WebFilter {

    private final ReportedCapacity capacity;
    private final ClientAddress clientAddress;
    private final DelayedRefusals refusals;

    SaturationFilter(ReportedCapacity capacity, ClientAddress clientAddress, DelayedRefusals refusals) {
        this.capacity = capacity;
        this.clientAddress = clientAddress;
        this.refusals = refusals;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        if (!HashingCalls.contain(exchange.getRequest())
                || capacity.takePlace(AddressPrefix.of(clientAddress.of(exchange)))) {
            return chain.filter(exchange);
        }
        return refusals.refuseWithoutCall(exchange);
    }
}
