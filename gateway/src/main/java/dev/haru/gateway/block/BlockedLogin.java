package dev.haru.gateway.block;

import dev.haru.gateway.header.ClientAddress;
import dev.haru.gateway.header.DeviceCookie;
import dev.haru.gateway.problem.ProblemResponses;
import dev.haru.platform.address.AddressPrefix;
import io.micrometer.core.instrument.Counter;
import java.time.Duration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Refuses a login from a blocked address from memory, before its body is read, before the rate limit asks Redis and
 * before any service hears of it, so that an attack costs little. Login only: people behind the same address who are
 * signed in go on working. A login with a device cookie passes, for it may be the owner's own device; auth-service
 * tells whether it is.
 */
@Order(BlockedLogin.ORDER)
final class BlockedLogin implements WebFilter {

    /** After trace id, security headers and CORS, which belong to every answer; before everything else. */
    static final int ORDER = Ordered.HIGHEST_PRECEDENCE + 8;

    private static final String LOGIN = "/v1/auth/user/login";

    private final BlockedAddresses blocked;
    private final ClientAddress clientAddress;
    private final ProblemResponses problems;
    private final Counter refusals;

    BlockedLogin(BlockedAddresses blocked, ClientAddress clientAddress, ProblemResponses problems, Counter refusals) {
        this.blocked = blocked;
        this.clientAddress = clientAddress;
        this.problems = problems;
        this.refusals = refusals;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        ServerHttpRequest request = exchange.getRequest();
        if (blocked.isEmpty() || !isLogin(request)) {
            return chain.filter(exchange);
        }
        Duration left = blocked.left(AddressPrefix.of(clientAddress.of(exchange)));
        if (!left.isPositive() || DeviceCookie.isIn(request)) {
            return chain.filter(exchange);
        }
        refusals.increment();
        exchange.getResponse()
                .getHeaders()
                .set(
                        HttpHeaders.RETRY_AFTER,
                        String.valueOf(left.plusMillis(999).toSeconds()));
        return problems.write(
                exchange,
                HttpStatus.TOO_MANY_REQUESTS,
                "address-blocked",
                "Too many failed sign-ins came from this address. Try again after Retry-After seconds.");
    }

    private static boolean isLogin(ServerHttpRequest request) {
        return request.getMethod().equals(HttpMethod.POST)
                && request.getURI().getRawPath().equals(LOGIN);
    }
}
