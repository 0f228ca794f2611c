package dev.haru.gateway.trace;

import dev.haru.gateway.pipeline.GatewayPipeline.WebStep;
import dev.haru.platform.trace.TraceIds;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.context.propagation.TextMapGetter;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/** Determines the trace of a request before other filters read it, so that every response carries the trace id. */
@Component
final class TraceFilter implements WebFilter, Ordered {

    private static final TextMapGetter<HttpHeaders> HEADERS = new TextMapGetter<>() {
        @Override
        public Iterable<String> keys(HttpHeaders headers) {
            return headers.headerNames();
        }

        @Override
        public @Nullable String get(@Nullable HttpHeaders headers, String key) {
            return headers == null ? null : headers.getFirst(key);
        }
    };

    @Override
    public int getOrder() {
        return WebStep.TRACE.order();
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        SpanContext trace = TraceIds.of(exchange.getRequest().getHeaders(), HEADERS);
        Span current = Span.current();
        exchange.getAttributes().put(Trace.ATTRIBUTE, current.getSpanContext().isValid() ? current : Span.wrap(trace));
        exchange.getResponse().beforeCommit(() -> {
            // Replaces the header at commit, because the service's response contains the same header.
            exchange.getResponse().getHeaders().set(TraceIds.HEADER, trace.getTraceId());
            return Mono.empty();
        });
        return chain.filter(exchange);
    }
}
