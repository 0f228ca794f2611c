package dev.haru.gateway.conditional;

import dev.haru.platform.precondition.IfNoneMatch;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.PathContainer;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;
import reactor.core.publisher.Mono;

/**
 * Answers 304 by itself to a client that has a public page in the version of late. Only tags are kept, no pages:
 * decision 023.
 */
@Component
@Order(ConditionalGet.ORDER)
final class ConditionalGet implements GlobalFilter {

    /** After the token's form is known to be right; before the rate limit, which costs more than this answer. */
    static final int ORDER = Ordered.HIGHEST_PRECEDENCE + 3;

    private final List<PathPattern> paths;
    private final FreshTags tags;
    private final Counter answers;

    ConditionalGet(ConditionalGetProperties properties, FreshTags tags, MeterRegistry meters) {
        this.paths = properties.paths().stream()
                .map(PathPatternParser.defaultInstance::parse)
                .toList();
        this.tags = tags;
        this.answers = Counter.builder("haru.gateway.unmodified")
                .description("Requests that the gateway answered with 304 without an upstream call")
                .register(meters);
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
        ServerHttpRequest request = exchange.getRequest();
        if (!isForEverybody(request)) {
            return chain.filter(exchange);
        }
        Variant variant = Variant.of(request);
        if (!variant.isShort()) {
            return chain.filter(exchange);
        }
        ServerHttpResponse response = exchange.getResponse();
        @Nullable FreshTag fresh = wantsAnother(request.getHeaders()) ? null : known(variant, request.getHeaders());
        if (fresh != null) {
            answers.increment();
            response.setStatusCode(HttpStatus.NOT_MODIFIED);
            fresh.writeTo(response.getHeaders(), System.nanoTime());
            return response.setComplete();
        }
        response.beforeCommit(() -> {
            if (isOfTheService(response.getStatusCode())) {
                tags.learn(variant, response.getHeaders());
            }
            return Mono.empty();
        });
        return chain.filter(exchange);
    }

    private @Nullable FreshTag known(Variant variant, HttpHeaders headers) {
        List<String> named = headers.getOrEmpty(HttpHeaders.IF_NONE_MATCH);
        if (named.size() != 1 || named.getFirst().equals("*")) {
            return null;
        }
        FreshTag fresh = tags.of(variant);
        return fresh != null && IfNoneMatch.names(named.getFirst(), fresh.tag().formattedTag()) ? fresh : null;
    }

    private boolean isForEverybody(ServerHttpRequest request) {
        if (!request.getMethod().equals(HttpMethod.GET) && !request.getMethod().equals(HttpMethod.HEAD)) {
            return false;
        }
        PathContainer path = request.getPath().pathWithinApplication();
        return request.getURI().getRawQuery() == null && paths.stream().anyMatch(pattern -> pattern.matches(path));
    }

    /** Whoever reloads a page wants it from where it is made. */
    private static boolean wantsAnother(HttpHeaders headers) {
        return headers.containsHeader(HttpHeaders.CACHE_CONTROL) || headers.containsHeader(HttpHeaders.PRAGMA);
    }

    private static boolean isOfTheService(@Nullable HttpStatusCode status) {
        return status != null && (status.value() == 200 || status.value() == 304);
    }
}
