package dev.haru.gateway.docs;

import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.serverError;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.gateway.FakeServices;
import dev.haru.gateway.GatewayTest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient;

@GatewayTest
class DocsTests {

    @Autowired
    WebTestClient client;

    @BeforeEach
    void reset() throws IOException {
        DocsFixture.describeServices();
    }

    @Test
    void pageIsHtmlThatRunsOnlyItsOwnScripts() {
        client.get()
                .uri("/docs")
                .exchange()
                .expectStatus()
                .isOk()
                .expectHeader()
                .contentType("text/html;charset=UTF-8")
                .expectHeader()
                .value("Content-Security-Policy", policy -> assertThat(policy).contains("script-src 'self';"))
                .expectBody(String.class)
                .value(html -> assertThat(html).contains("<title>Haru").doesNotContain("http://", "https://"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"swagger-ui.css", "swagger-ui-bundle.js", "haru.css", "haru.js", "haru.svg"})
    void assetIsServedFromTheClassPath(String asset) {
        client.get()
                .uri("/docs/assets/" + asset)
                .exchange()
                .expectStatus()
                .isOk()
                .expectHeader()
                .value("Cache-Control", value -> assertThat(value).contains("max-age"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/docs", "/docs/openapi.json"})
    void writeToThePageIsNotAllowed(String path) {
        client.post()
                .uri(path)
                .exchange()
                .expectStatus()
                .isEqualTo(405)
                .expectHeader()
                .valueEquals("Allow", "GET,HEAD")
                .expectBody()
                .jsonPath("$.code")
                .isEqualTo("method-not-allowed");
    }

    @Test
    void documentShowsAllServices() {
        assertThat(document()).contains("/v1/auth/user/login", "/v1/schedules").doesNotContain("/internal/");
    }

    @Test
    void unavailableServiceKeepsItsLastDocument() {
        document();
        FakeServices.schedule.stubFor(get("/v3/api-docs").willReturn(serverError()));
        assertThat(document()).contains("/v1/schedules").doesNotContain("Unavailable now");
    }

    @Test
    void serviceWithAnInvalidDocumentKeepsItsLastOne() {
        document();
        FakeServices.schedule.stubFor(get("/v3/api-docs").willReturn(okJson("[]")));
        assertThat(document()).contains("/v1/schedules");
    }

    private String document() {
        byte[] body = client.get()
                .uri("/docs/openapi.json")
                .exchange()
                .expectStatus()
                .isOk()
                .expectHeader()
                .contentType(MediaType.APPLICATION_JSON)
                .expectBody()
                .returnResult()
                .getResponseBody();
        return new String(Objects.requireNonNull(body), StandardCharsets.UTF_8);
    }
}
