package dev.haru.gateway.guard;

import dev.haru.gateway.pipeline.GatewayPipeline.RouteStep;
import dev.haru.gateway.problem.ProblemResponses;
import dev.haru.platform.language.Message;
import dev.haru.platform.token.TokenFormat;
import java.util.List;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Refuses a malformed access token or personal access token. The services decide whether a call needs a token, and
 * whether the token is valid.
 */
@Component
final class TokenGuard implements GlobalFilter, Ordered {

    private static final String SCHEME = "Bearer ";

    private final ProblemResponses problems;

    TokenGuard(ProblemResponses problems) {
        this.problems = problems;
    }

    @Override
    public int getOrder() {
        return RouteStep.TOKEN_GUARD.order();
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
        List<String> authorization = exchange.getRequest().getHeaders().get(HttpHeaders.AUTHORIZATION);
        if (authorization == null) {
            return chain.filter(exchange);
        }
        if (authorization.size() > 1) {
            return problems.write(
                    exchange,
                    HttpStatus.BAD_REQUEST,
                    "malformed-request",
                    Message.of("detail.malformed-request.authorization"));
        }
        if (!isWellFormed(authorization.getFirst())) {
            // RFC 6750, section 3.1
            exchange.getResponse().getHeaders().set(HttpHeaders.WWW_AUTHENTICATE, "Bearer error=\"invalid_token\"");
            return problems.write(
                    exchange, HttpStatus.UNAUTHORIZED, "unauthorized", Message.of("detail.unauthorized.malformed"));
        }
        return chain.filter(exchange);
    }

    private static boolean isWellFormed(String authorization) {
        return authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
                && TokenFormat.isBearerToken(authorization.substring(SCHEME.length()));
    }
}
