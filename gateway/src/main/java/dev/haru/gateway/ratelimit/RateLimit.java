package dev.haru.gateway.ratelimit;

import dev.haru.gateway.header.ClientAddress;
import dev.haru.gateway.problem.ProblemResponses;
import dev.haru.platform.address.AddressPrefix;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;
import reactor.netty.Connection;

/**
 * Refuses a client that calls too often. Only what is for a service counts: what the gateway refuses or answers by
 * itself (unknown paths, malformed tokens, preflights, the API page) costs less than counting it.
 */
@Order(RateLimit.ORDER)
final class RateLimit implements GlobalFilter {

    /** After the token's form is known to be right, before the body is read. */
    static final int ORDER = Ordered.HIGHEST_PRECEDENCE + 5;

    private static final int SCHEME_LENGTH = "Bearer ".length();

    private final RedisLimiter redis;
    private final LocalFallbackLimiter localFallback;
    private final ClientAddress clientAddress;
    private final ProblemResponses problems;
    private final RateLimitMetrics metrics;

    RateLimit(
            RedisLimiter redis,
            LocalFallbackLimiter localFallback,
            ClientAddress clientAddress,
            ProblemResponses problems,
            RateLimitMetrics metrics) {
        this.redis = redis;
        this.localFallback = localFallback;
        this.clientAddress = clientAddress;
        this.problems = problems;
        this.metrics = metrics;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
        RateLimitKey caller =
                RateLimitKey.of(AddressPrefix.of(clientAddress.of(exchange)), accessToken(exchange.getRequest()));
        if (!redis.areThere()) {
            return decided(localFallback.take(caller), exchange, chain);
        }
        // On the request's own thread: Redis has one, and all the rest of all requests would be done there.
        Executor eventLoop = eventLoop(exchange);
        return Mono.fromCompletionStage(() -> redis.take(caller)
                        .handleAsync(
                                (decision, failure) -> failure == null ? decision : without(caller, failure),
                                eventLoop))
                .flatMap(decision -> decided(decision, exchange, chain));
    }

    private Decision without(RateLimitKey caller, Throwable failure) {
        redis.lose(failure);
        return localFallback.take(caller);
    }

    private Mono<Void> decided(Decision decision, ServerWebExchange exchange, GatewayFilterChain chain) {
        metrics.count(decision);
        exchange.getResponse().beforeCommit(() -> {
            // Last, since a repeated call and a failure begin with fresh headers.
            RateLimitHeaders.write(decision, exchange.getResponse().getHeaders());
            return Mono.empty();
        });
        if (decision.allowed()) {
            return chain.filter(exchange);
        }
        long seconds = decision.retryAfterSeconds();
        exchange.getResponse().getHeaders().set(HttpHeaders.RETRY_AFTER, Long.toString(seconds));
        return problems.write(
                exchange,
                HttpStatus.TOO_MANY_REQUESTS,
                "rate-limited",
                decision.lacking().getFirst().bucket() == Level.Bucket.ADDRESS
                        ? "This address sends too many requests."
                        : "Too many requests use this access token.");
    }

    /** The token guard has let the header pass, so it is a scheme and a well-formed token. */
    private static @Nullable String accessToken(ServerHttpRequest request) {
        String authorization = request.getHeaders().getFirst(HttpHeaders.AUTHORIZATION);
        return authorization == null ? null : authorization.substring(SCHEME_LENGTH);
    }

    private static Executor eventLoop(ServerWebExchange exchange) {
        Connection client = ServerHttpResponseDecorator.getNativeResponse(exchange.getResponse());
        return client.channel().eventLoop();
    }
}
