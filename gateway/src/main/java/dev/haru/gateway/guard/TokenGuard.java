package dev.haru.gateway.guard;

import dev.haru.gateway.pipeline.GatewayPipeline.RouteStep;
import dev.haru.gateway.problem.ProblemResponses;
import dev.haru.platform.language.Message;
import dev.haru.platform.token.BearerChallenge;
import dev.haru.platform.token.TokenFormat;
import java.util.List;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Refuses a malformed access token or personal access token. The services decide whether a token is valid. A public
 * call ignores a malformed token and another scheme: this filter removes the header before the rate limit, whose
 * buckets have the token as key.
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
        if (authorization == null || (authorization.size() == 1 && isWellFormed(authorization.getFirst()))) {
            return chain.filter(exchange);
        }
        if (isIgnored(authorization, exchange.getRequest())) {
            return chain.filter(exchange.mutate()
                    .request(request -> request.headers(headers -> headers.remove(HttpHeaders.AUTHORIZATION)))
                    .build());
        }
        if (authorization.size() > 1) {
            return problems.write(
                    exchange,
                    HttpStatus.BAD_REQUEST,
                    "malformed-request",
                    Message.of("detail.malformed-request.authorization"));
        }
        exchange.getResponse()
                .getHeaders()
                .set(
                        HttpHeaders.WWW_AUTHENTICATE,
                        BearerChallenge.isBearer(authorization.getFirst())
                                ? BearerChallenge.INVALID_TOKEN
                                : BearerChallenge.NO_TOKEN);
        return problems.write(
                exchange, HttpStatus.UNAUTHORIZED, "unauthorized", Message.of("detail.unauthorized.malformed"));
    }

    private static boolean isIgnored(List<String> authorization, ServerHttpRequest request) {
        return switch (PublicCalls.of(request)) {
            case IGNORED -> true;
            case OPTIONAL -> authorization.stream().noneMatch(TokenGuard::hasPrefix);
            case REQUIRED -> false;
        };
    }

    /** Whether the value may be meant as a token of Haru, for example one that is mistyped. */
    private static boolean hasPrefix(String authorization) {
        String token = (BearerChallenge.isBearer(authorization)
                        ? authorization.substring(BearerChallenge.SCHEME.length())
                        : authorization)
                .strip();
        return TokenFormat.PREFIXES.stream().anyMatch(token::startsWith);
    }

    private static boolean isWellFormed(String authorization) {
        return authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
                && TokenFormat.isBearerToken(authorization.substring(SCHEME.length()));
    }
}
