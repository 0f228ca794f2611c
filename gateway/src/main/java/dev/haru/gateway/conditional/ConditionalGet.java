package dev.haru.gateway.conditional;

import dev.haru.gateway.pipeline.GatewayPipeline.RouteStep;
import dev.haru.platform.precondition.IfNoneMatch;
import dev.haru.platform.request.HeaderLines;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.core.Ordered;
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
 * Responds with 304 to a client that already has the current version of a public page, without an upstream call. The
 * gateway keeps entity tags only, no pages: decision 023.
 */
@Component
final class ConditionalGet implements GlobalFilter, Ordered {

    private final List<PathPattern> paths;
    private final FreshTags tags;
    private final Counter notModified;

    ConditionalGet(ConditionalGetProperties properties, FreshTags tags, MeterRegistry meters) {
        this.paths = properties.paths().stream()
                .map(PathPatternParser.defaultInstance::parse)
                .toList();
        this.tags = tags;
        this.notModified = Counter.builder("haru.gateway.conditional.get")
                .description("Conditional GETs that the gateway answered with 304, without an upstream call")
                .register(meters);
    }

    @Override
    public int getOrder() {
        return RouteStep.CONDITIONAL_GET.order();
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
        ServerHttpRequest request = exchange.getRequest();
        if (!isPublicPage(request)) {
            return chain.filter(exchange);
        }
        Variant variant = Variant.of(request);
        if (!variant.isShort()) {
            return chain.filter(exchange);
        }
        ServerHttpResponse response = exchange.getResponse();
        @Nullable FreshTag fresh = isReload(request.getHeaders()) ? null : matchingTag(variant, request.getHeaders());
        if (fresh != null) {
            notModified.increment();
            response.setStatusCode(HttpStatus.NOT_MODIFIED);
            fresh.writeTo(response.getHeaders(), System.nanoTime());
            return response.setComplete();
        }
        response.beforeCommit(() -> {
            if (isOkOrNotModified(response.getStatusCode())) {
                tags.update(variant, response.getHeaders());
            }
            return Mono.empty();
        });
        return chain.filter(exchange);
    }

    private @Nullable FreshTag matchingTag(Variant variant, HttpHeaders headers) {
        @Nullable String conditions = HeaderLines.joined(headers, HttpHeaders.IF_NONE_MATCH);
        if (conditions == null) {
            return null;
        }
        FreshTag fresh = tags.of(variant);
        return fresh != null && IfNoneMatch.names(conditions, fresh.tag().formattedTag()) ? fresh : null;
    }

    private boolean isPublicPage(ServerHttpRequest request) {
        if (!request.getMethod().equals(HttpMethod.GET) && !request.getMethod().equals(HttpMethod.HEAD)) {
            return false;
        }
        PathContainer path = request.getPath().pathWithinApplication();
        return request.getURI().getRawQuery() == null && paths.stream().anyMatch(pattern -> pattern.matches(path));
    }

    /** A client that reloads a page wants the response of the service. */
    private static boolean isReload(HttpHeaders headers) {
        return headers.containsHeader(HttpHeaders.CACHE_CONTROL) || headers.containsHeader(HttpHeaders.PRAGMA);
    }

    private static boolean isOkOrNotModified(@Nullable HttpStatusCode status) {
        return status != null && (status.value() == 200 || status.value() == 304);
    }
}
