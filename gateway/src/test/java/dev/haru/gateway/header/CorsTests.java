package dev.haru.gateway.header;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.http.server.reactive.MockServerHttpResponse;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.web.cors.reactive.CorsWebFilter;
import reactor.core.publisher.Mono;

class CorsTests {

    private static final String ORIGIN = "https://app.example.com";

    @Test
    void preflightFromAnAllowedOriginIsAccepted() {
        HttpHeaders headers = preflight(ORIGIN).getHeaders();
        assertThat(headers.getAccessControlAllowOrigin()).isEqualTo(ORIGIN);
        assertThat(headers.getAccessControlAllowHeaders()).contains("Authorization", "If-Match");
        assertThat(headers.getAccessControlMaxAge()).isEqualTo(3600);
        assertThat(headers.getAccessControlAllowCredentials()).isTrue();
    }

    @Test
    void responseToAnAllowedOriginExposesHeaders() {
        MockServerWebExchange exchange =
                MockServerWebExchange.from(MockServerHttpRequest.get("https://api.example.com/v1/schedules")
                        .header("Origin", ORIGIN));
        filter(ORIGIN).filter(exchange, _ -> Mono.empty()).block();
        HttpHeaders headers = exchange.getResponse().getHeaders();
        assertThat(headers.getAccessControlAllowCredentials()).isTrue();
        assertThat(headers.getAccessControlExposeHeaders())
                .contains("RateLimit", "RateLimit-Policy", "Retry-After", "ETag", "Location", "X-Trace-Id");
    }

    @Test
    void wildcardOriginIsRefusedAtStart() {
        assertThatIllegalArgumentException().isThrownBy(() -> filter("*"));
    }

    @Test
    void preflightFromAnotherOriginIsForbidden() {
        MockServerHttpResponse response = preflight(ORIGIN, "https://other.example.com");
        assertThat(response.getStatusCode()).isEqualTo(HttpStatus.FORBIDDEN);
        assertThat(response.getHeaders().getAccessControlAllowOrigin()).isNull();
    }

    @Test
    void preflightWithoutConfiguredOriginsAllowsNone() {
        assertThat(preflight("", ORIGIN).getHeaders().getAccessControlAllowOrigin())
                .isNull();
    }

    private static MockServerHttpResponse preflight(String origin) {
        return preflight(origin, origin);
    }

    private static MockServerHttpResponse preflight(String allowed, String origin) {
        MockServerWebExchange exchange =
                MockServerWebExchange.from(MockServerHttpRequest.options("https://api.example.com/v1/schedules")
                        .header("Origin", origin)
                        .header("Access-Control-Request-Method", "PUT")
                        .header("Access-Control-Request-Headers", "Authorization, If-Match"));
        filter(allowed)
                .filter(exchange, _ -> Mono.error(new AssertionError("a preflight ends here")))
                .block();
        return exchange.getResponse();
    }

    private static CorsWebFilter filter(String allowed) {
        return new CorsConfig().corsFilter(new CorsProperties(allowed.isEmpty() ? List.of() : List.of(allowed)));
    }
}
