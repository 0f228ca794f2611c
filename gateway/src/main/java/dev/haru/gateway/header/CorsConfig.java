package dev.haru.gateway.header;

import dev.haru.gateway.pipeline.GatewayPipeline.WebStep;
import dev.haru.platform.language.Message;
import dev.haru.platform.problem.ProblemException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.http.HttpStatus;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.reactive.CorsProcessor;
import org.springframework.web.cors.reactive.CorsUtils;
import org.springframework.web.cors.reactive.DefaultCorsProcessor;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Cross-origin calls as configured, with cookies, because sign-in recognises a device by its cookie. Refusals carry the
 * CORS headers, too, so that a page can read the problem.
 */
@Configuration(proxyBeanMethods = false)
class CorsConfig {

    /** Pages of a development server on the browser's own machine, on any port. */
    private static final List<String> LOCAL_ORIGINS = List.of("http://localhost:[*]", "http://127.0.0.1:[*]");

    @Bean
    WebFilter corsFilter(CorsProperties properties) {
        if (properties.allowedOrigins().isEmpty() && !properties.localOrigins()) {
            return new CorsFilter(null);
        }
        CorsConfiguration cors = new CorsConfiguration();
        cors.setAllowedOrigins(properties.allowedOrigins());
        if (properties.localOrigins()) {
            cors.setAllowedOriginPatterns(LOCAL_ORIGINS);
        }
        cors.setAllowedMethods(List.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"));
        cors.setAllowedHeaders(List.of(
                "Authorization",
                "Challenge-Solution",
                "Content-Type",
                "Idempotency-Key",
                "If-Match",
                "If-None-Match",
                "X-Request-Id",
                "baggage",
                "traceparent",
                "tracestate"));
        cors.setExposedHeaders(List.of(
                "Content-Language",
                "Deprecation",
                "ETag",
                "Link",
                "Location",
                "RateLimit",
                "RateLimit-Policy",
                "Retry-After",
                "Server-Timing",
                "Sunset",
                "WWW-Authenticate",
                "X-Trace-Id"));
        cors.setAllowCredentials(true);
        // Fails at start rather than at the first call: browsers reject any origin together with cookies.
        cors.validateAllowCredentials();
        cors.setMaxAge(Duration.ofHours(1));
        return new CorsFilter(cors);
    }

    /**
     * Adds the CORS headers, and refuses other origins with a problem. Spring's filter would refuse them with an empty
     * response.
     *
     * @param cors the allowed calls; null allows none
     */
    private record CorsFilter(@Nullable CorsConfiguration cors, CorsProcessor processor) implements WebFilter, Ordered {

        CorsFilter(@Nullable CorsConfiguration cors) {
            this(cors, new DefaultCorsProcessor());
        }

        @Override
        public int getOrder() {
            return WebStep.CORS.order();
        }

        @Override
        public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
            if (!processor.process(cors, exchange)) {
                return Mono.error(new ProblemException(
                        HttpStatus.FORBIDDEN,
                        "cross-origin-not-allowed",
                        Message.of("detail.cross-origin-not-allowed")));
            }
            return CorsUtils.isPreFlightRequest(exchange.getRequest()) ? Mono.empty() : chain.filter(exchange);
        }
    }
}
