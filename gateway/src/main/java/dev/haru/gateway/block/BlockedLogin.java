package dev.haru.gateway.block;

import dev.haru.gateway.header.ClientAddress;
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
 * Refuses a login from a blocked address from memory: before its body is read, before the rate limit calls Redis, and
 * without a call to a service. Other calls from the address pass. A login from a known device passes
 * ({@link KnownDevices}), and so does one with a solved challenge in its header ({@link SolvedChallenges}).
 * auth-service decides whether the device belongs to the account and whether the solution was used before.
 */
@Order(BlockedLogin.ORDER)
final class BlockedLogin implements WebFilter {

    /** After trace id, security headers and CORS, which every response needs; before all other filters. */
    static final int ORDER = Ordered.HIGHEST_PRECEDENCE + 8;

    private static final String LOGIN = "/v1/auth/user/login";

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
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        ServerHttpRequest request = exchange.getRequest();
        if (blocked.isEmpty() || !isLogin(request)) {
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
    private Mono<Void> forward(String challenge, ServerWebExchange exchange, WebFilterChain chain) {
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
        exchange.getResponse()
                .getHeaders()
                .set(
                        HttpHeaders.RETRY_AFTER,
                        String.valueOf(remaining.plusMillis(999).toSeconds()));
        return problems.write(
                exchange,
                HttpStatus.TOO_MANY_REQUESTS,
                "address-blocked",
                "Too many failed sign-ins came from this address. Solve a challenge from GET /v1/auth/challenge and send"
                        + " the solution in the header Challenge-Solution, or try again after Retry-After seconds.");
    }

    private static boolean isLogin(ServerHttpRequest request) {
        return request.getMethod().equals(HttpMethod.POST)
                && request.getURI().getRawPath().equals(LOGIN);
    }
}
