package dev.haru.gateway.block;

import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.GATEWAY_ROUTE_ATTR;

import dev.haru.gateway.header.ClientAddress;
import dev.haru.gateway.pipeline.GatewayPipeline.RouteStep;
import dev.haru.gateway.problem.ProblemResponses;
import dev.haru.platform.address.AddressPrefix;
import dev.haru.platform.language.Message;
import io.micrometer.core.instrument.Counter;
import java.time.Duration;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Refuses a login from a blocked address from memory: before its body is read, before the rate limit calls Redis, and
 * without a call to a service. It is a filter of the route of sign-ins only, so other calls from the address pass. A
 * login from a known device passes ({@link KnownDevices}), and so does one with a solved challenge in its header
 * ({@link SolvedChallenges}). auth-service decides whether the device belongs to the account and whether the solution
 * was used before.
 */
public final class BlockedLogin implements GatewayFilter, Ordered {

    private final BlockedAddresses blocked;
    private final SolvedChallenges solved;
    private final KnownDevices devices;
    private final ClientAddress clientAddress;
    private final ProblemResponses problems;
    private final Counter refusals;

    BlockedLogin(
            BlockedAddresses blocked,
            SolvedChallenges solved,
            KnownDevices devices,
            ClientAddress clientAddress,
            ProblemResponses problems,
            Counter refusals) {
        this.blocked = blocked;
        this.solved = solved;
        this.devices = devices;
        this.clientAddress = clientAddress;
        this.problems = problems;
        this.refusals = refusals;
    }

    @Override
    public int getOrder() {
        return RouteStep.BLOCKED_LOGIN.order();
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
        ServerHttpRequest request = exchange.getRequest();
        if (blocked.isEmpty()) {
            return chain.filter(exchange);
        }
        Duration remaining = blocked.remaining(AddressPrefix.of(clientAddress.of(exchange)));
        if (!remaining.isPositive() || devices.mayPass(request)) {
            return chain.filter(exchange);
        }
        return solved.use(request)
                .map(challenge -> forward(challenge, exchange, chain))
                .orElseGet(() -> refuse(remaining, exchange));
    }

    /**
     * Forwards the request. If the service is saturated (503), it has not looked at the solution, so the client may
     * send the solution again.
     */
    private Mono<Void> forward(String challenge, ServerWebExchange exchange, GatewayFilterChain chain) {
        exchange.getResponse().beforeCommit(() -> {
            if (HttpStatus.SERVICE_UNAVAILABLE.equals(exchange.getResponse().getStatusCode())) {
                solved.release(challenge);
            }
            return Mono.empty();
        });
        return chain.filter(exchange);
    }

    private Mono<Void> refuse(Duration remaining, ServerWebExchange exchange) {
        refusals.increment();
        // Metrics count the refusal for no route, so that a flood does not lower the availability of auth-service.
        exchange.getAttributes().remove(GATEWAY_ROUTE_ATTR);
        exchange.getResponse()
                .getHeaders()
                .set(
                        HttpHeaders.RETRY_AFTER,
                        String.valueOf(remaining.plusMillis(999).toSeconds()));
        return problems.write(
                exchange, HttpStatus.TOO_MANY_REQUESTS, "address-blocked", Message.of("detail.address-blocked"));
    }
}
