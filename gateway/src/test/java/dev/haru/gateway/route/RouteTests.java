package dev.haru.gateway.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.gateway.FakeServices;
import dev.haru.gateway.GatewayTest;
import dev.haru.gateway.RawHttp;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.http.HttpMethod;
import org.springframework.test.web.reactive.server.WebTestClient;

@GatewayTest
class RouteTests {

    @Autowired
    WebTestClient client;

    @LocalServerPort
    int port;

    @ParameterizedTest
    @CsvSource({
        "/v1/auth/user/login, auth-service",
        "/v1/admin/accounts?query=haru, auth-service",
        "/v1/members/me, member-service",
        "/v1/schedules, schedule-service",
        "/v1/schedules/0193?from=2026-11-21T00:00:00%2B09:00&to=x, schedule-service",
        "/v1/locations, schedule-service",
        "/v1/reports/daily/status, schedule-service",
        "/v1/templates/first-page, schedule-service"
    })
    void routedPathReachesItsServiceUnchanged(String target, String service) throws IOException {
        assertThat(RawHttp.exchange(port, RawHttp.get(target)))
                .startsWith("HTTP/1.1 200")
                .contains(service);
        assertThat(FakeServices.requests()).singleElement().returns(target, request -> request.getUrl());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/v1",
                "/v1/authx",
                "/v1/adminx",
                "/V1/auth/user/login",
                "/v2/auth/user/login",
                "/internal/tokens/introspect",
                "/internal/members/by-id/1",
                "/actuator",
                "/actuator/health",
                "/actuator/gateway/routes",
                "/v3/api-docs",
                "/swagger-ui.html",
                "/swagger-ui/index.html",
                "/webjars/swagger-ui/index.html",
                "//internal/tokens/introspect",
                "//v1/auth/user/login",
                "/v1/auth/user/login/",
                "/v1/schedules/",
                "/v1/auth/../../internal/tokens/introspect",
                "/v1/auth/./user",
                "/v1/auth/..",
                "/v1/auth/.",
                "/v1/auth//user",
                "/v1/auth/%2e%2e/%2e%2e/internal",
                "/v1/auth/%2E%2E/%2E%2E/internal",
                "/v1/auth/..%2f..%2finternal",
                "/v1/auth/..%5c..%5cinternal",
                "/v1/auth/%252e%252e/internal",
                "/v1/auth/%00",
                "/v1/%61uth/user/login",
                "/v1/auth;x=y/user/login",
                "/v1/auth/..;/internal",
                "http://elsewhere/internal/tokens/introspect",
                "/docs/assets/../page.html",
                "/docs/assets/index.html"
            })
    void unroutedPathIsNotFoundAndReachesNoService(String target) throws IOException {
        assertThat(RawHttp.exchange(port, RawHttp.get(target)))
                .startsWith("HTTP/1.1 404")
                .contains("application/problem+json", "\"code\":\"route-not-found\"", "X-Trace-Id: ");
        assertThat(FakeServices.requests()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
    void ordinaryMethodPasses(String method) {
        client.method(HttpMethod.valueOf(method))
                .uri("/v1/schedules/1")
                .exchange()
                .expectStatus()
                .isOk();
        assertThat(FakeServices.requests())
                .singleElement()
                .returns(method, request -> request.getMethod().getName());
    }

    @ParameterizedTest
    @ValueSource(strings = {"TRACE", "CONNECT", "BREW"})
    void methodOfNoPathIsNotImplemented(String method) throws IOException {
        assertThat(RawHttp.exchange(port, RawHttp.get("/v1/schedules/1").replace("GET", method)))
                .startsWith("HTTP/1.1 501")
                .contains("\"code\":\"not-implemented\"")
                .doesNotContain("Allow:");
        assertThat(FakeServices.requests()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"=", "=1", "a=1&="})
    void parameterWithoutANameIsRefused(String query) throws IOException {
        assertThat(RawHttp.exchange(port, RawHttp.get("/v1/locations?" + query)))
                .startsWith("HTTP/1.1 400")
                .contains("\"code\":\"invalid-request\"", "\"message\":\"is not a known parameter\"");
        assertThat(FakeServices.requests()).isEmpty();
    }

    @Test
    void headForUnroutedPathHasNoBody() throws IOException {
        assertThat(RawHttp.exchange(port, RawHttp.get("/nowhere").replace("GET", "HEAD")))
                .startsWith("HTTP/1.1 404")
                .endsWith("\r\n\r\n");
    }
}
