package dev.haru.gateway.header;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.haru.platform.problem.ProblemException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.http.server.reactive.MockServerHttpResponse;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.web.server.WebFilter;
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
                .containsExactlyInAnyOrder(
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
                        "X-Trace-Id");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Authorization",
                "Content-Type",
                "Challenge-Solution",
                "Idempotency-Key",
                "If-Match",
                "If-None-Match",
                "X-Request-Id",
                "baggage",
                "traceparent",
                "tracestate"
            })
    void headerOfAClientIsAllowed(String header) {
        assertThat(preflight(filter(ORIGIN), ORIGIN, header).getStatusCode()).isNull();
    }

    @Test
    void otherHeaderIsForbidden() {
        assertForbidden(filter(ORIGIN), ORIGIN, "X-Forwarded-For");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://localhost:3000", "http://127.0.0.1:5173", "http://localhost"})
    void localPageIsAllowedOnlyByTheProperty(String origin) {
        assertThat(preflight(localFilter(), origin, "If-Match").getHeaders().getAccessControlAllowOrigin())
                .isEqualTo(origin);
        assertForbidden(filter(ORIGIN), origin, "If-Match");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://localhost.example.com:3000",
                "https://localhost:3000",
                "http://127.0.0.1.example.com",
                "http://127.0.0.10:3000",
                "http://localhost:3000@example.com",
                "null"
            })
    void otherPageIsForbiddenWhereLocalPagesAreAllowed(String origin) {
        assertForbidden(localFilter(), origin, "If-Match");
    }

    @Test
    void localPagesAndAConfiguredOriginAreAllowedTogether() {
        WebFilter both = new CorsConfig().corsFilter(new CorsProperties(List.of(ORIGIN), true));
        assertThat(preflight(both, ORIGIN, "If-Match").getStatusCode()).isNull();
        assertThat(preflight(both, "http://localhost:3000", "If-Match").getStatusCode())
                .isNull();
    }

    @Test
    void wildcardOriginIsRefusedAtStart() {
        assertThatIllegalArgumentException().isThrownBy(() -> filter("*"));
    }

    @Test
    void preflightFromAnotherOriginIsForbidden() {
        assertForbidden(filter(ORIGIN), "https://other.example.com", "If-Match");
    }

    @Test
    void preflightWithoutConfiguredOriginsAllowsNone() {
        assertThat(preflight(filter(""), ORIGIN, "If-Match").getHeaders().getAccessControlAllowOrigin())
                .isNull();
    }

    @Test
    void callFromAnotherOriginIsForbidden() {
        MockServerWebExchange exchange =
                MockServerWebExchange.from(MockServerHttpRequest.get("https://api.example.com/v1/schedules")
                        .header("Origin", "https://other.example.com"));
        assertForbidden(exchange, filter(ORIGIN));
    }

    @Test
    void callOfTheSameOriginPasses() {
        MockServerWebExchange exchange =
                MockServerWebExchange.from(MockServerHttpRequest.get("https://api.example.com/v1/schedules")
                        .header("Origin", "https://api.example.com"));
        Mono<Void> rest = Mono.error(new IllegalStateException("passed"));
        assertThatIllegalStateException()
                .isThrownBy(() -> filter(ORIGIN).filter(exchange, _ -> rest).block())
                .withMessage("passed");
    }

    private static void assertForbidden(WebFilter filter, String origin, String headers) {
        assertForbidden(request(origin, headers), filter);
    }

    private static void assertForbidden(MockServerWebExchange exchange, WebFilter filter) {
        Mono<Void> rest = Mono.error(new AssertionError("a refusal ends here"));
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> filter.filter(exchange, _ -> rest).block())
                .returns(HttpStatus.FORBIDDEN, ProblemException::getStatusCode)
                .satisfies(refusal -> assertThat(refusal.getBody().getProperties())
                        .containsEntry("code", "cross-origin-not-allowed"));
        assertThat(exchange.getResponse().getHeaders().getAccessControlAllowOrigin())
                .isNull();
    }

    private static MockServerHttpResponse preflight(String origin) {
        return preflight(filter(origin), origin, "Authorization, If-Match");
    }

    private static MockServerHttpResponse preflight(WebFilter filter, String origin, String headers) {
        MockServerWebExchange exchange = request(origin, headers);
        filter.filter(exchange, _ -> Mono.error(new AssertionError("a preflight ends here")))
                .block();
        return exchange.getResponse();
    }

    private static MockServerWebExchange request(String origin, String headers) {
        return MockServerWebExchange.from(MockServerHttpRequest.options("https://api.example.com/v1/schedules")
                .header("Origin", origin)
                .header("Access-Control-Request-Method", "PUT")
                .header("Access-Control-Request-Headers", headers));
    }

    private static WebFilter filter(String allowed) {
        return new CorsConfig().corsFilter(new CorsProperties(allowed.isEmpty() ? List.of() : List.of(allowed), false));
    }

    private static WebFilter localFilter() {
        return new CorsConfig().corsFilter(new CorsProperties(List.of(), true));
    }
}
