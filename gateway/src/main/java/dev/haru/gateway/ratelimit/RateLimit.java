package dev.haru.gateway.ratelimit;

import dev.haru.gateway.header.ClientAddress;
import dev.haru.gateway.pipeline.GatewayPipeline.RouteStep;
import dev.haru.gateway.problem.ProblemResponses;
import dev.haru.platform.address.AddressPrefix;
import dev.haru.platform.language.Message;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;
import reactor.netty.Connection;

/**
 * Refuses a client that sends too many requests. Only requests that are forwarded to a service count. Requests to which
 * the gateway itself responds (unknown paths, malformed tokens, preflights, the API page) cost less than counting them.
 */
final class RateLimit implements GlobalFilter, Ordered {

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
    public int getOrder() {
        return RouteStep.RATE_LIMIT.order();
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
        RateLimitKey key =
                RateLimitKey.of(AddressPrefix.of(clientAddress.of(exchange)), accessToken(exchange.getRequest()));
        if (!redis.isAvailable()) {
            return apply(localFallback.take(key), exchange, chain);
        }
        // Continues on the request's event loop. Redis has one thread, which would otherwise run the rest of every
        // request.
        Executor eventLoop = eventLoop(exchange);
        return Mono.fromCompletionStage(() -> redis.take(key)
                        .handleAsync(
                                (decision, failure) -> failure == null ? decision : useFallback(key, failure),
                                eventLoop))
                .flatMap(decision -> apply(decision, exchange, chain));
    }

    private Decision useFallback(RateLimitKey key, Throwable failure) {
        redis.markUnavailable(failure);
        return localFallback.take(key);
    }

    private Mono<Void> apply(Decision decision, ServerWebExchange exchange, GatewayFilterChain chain) {
        metrics.count(decision);
        exchange.getResponse().beforeCommit(() -> {
            // Sets the headers at commit, because a retry or a failure clears the response headers.
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
                        ? Message.of("detail.rate-limited.address")
                        : Message.of("detail.rate-limited.token"));
    }

    /** The header is a scheme and a well-formed token: the token guard has checked it. */
    private static @Nullable String accessToken(ServerHttpRequest request) {
        String authorization = request.getHeaders().getFirst(HttpHeaders.AUTHORIZATION);
        return authorization == null ? null : authorization.substring(SCHEME_LENGTH);
    }

    private static Executor eventLoop(ServerWebExchange exchange) {
        Connection client = ServerHttpResponseDecorator.getNativeResponse(exchange.getResponse());
        return client.channel().eventLoop();
    }
}
