package dev.haru.gateway.header;

import java.time.Duration;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.reactive.CorsWebFilter;

/**
 * Cross-origin calls as configured, with cookies, because sign-in recognizes a device by its cookie. Refusals carry the
 * CORS headers, too, so that a page can read the problem.
 */
@Configuration(proxyBeanMethods = false)
class CorsConfig {

    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE + 6)
    CorsWebFilter corsFilter(CorsProperties properties) {
        if (properties.allowedOrigins().isEmpty()) {
            return new CorsWebFilter(_ -> null);
        }
        CorsConfiguration cors = new CorsConfiguration();
        cors.setAllowedOrigins(properties.allowedOrigins());
        cors.setAllowedMethods(List.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"));
        cors.setAllowedHeaders(List.of(
                "Authorization",
                "Challenge-Solution",
                "Content-Type",
                "Idempotency-Key",
                "If-Match",
                "If-None-Match",
                "traceparent",
                "tracestate"));
        cors.setExposedHeaders(List.of(
                "ETag",
                "Location",
                "RateLimit",
                "RateLimit-Policy",
                "Retry-After",
                "Server-Timing",
                "WWW-Authenticate",
                "X-Trace-Id"));
        cors.setAllowCredentials(true);
        // Fails at start rather than at the first call: browsers reject any origin together with cookies.
        cors.validateAllowCredentials();
        cors.setMaxAge(Duration.ofHours(1));
        return new CorsWebFilter(_ -> cors);
    }
}
