package dev.haru.gateway.header;

import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Pages of other origins that may call the API from a browser.
 *
 * @param allowedOrigins origins such as {@code https://app.example.com}, never {@code *}; none by default
 * @param localOrigins whether pages of {@code http://localhost} and {@code http://127.0.0.1}, on any port, may call the
 *     API; for development
 */
@ConfigurationProperties("haru.gateway.cors")
record CorsProperties(
        @DefaultValue List<String> allowedOrigins,
        @DefaultValue("false") boolean localOrigins) {}
