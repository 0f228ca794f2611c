package dev.haru.gateway.docs;

import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.gateway.FakeServices;
import dev.haru.gateway.GatewayTest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient;

@GatewayTest
class DocsTests {

    @Autowired
    WebTestClient client;

    @Autowired
    DocumentSource source;

    @LocalServerPort
    int port;

    @BeforeEach
    void fetchDocuments() throws IOException {
        DocsFixture.describeServices();
        source.update().block();
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
                .value(html -> assertThat(html).contains("<title>Haru").doesNotContain("src=\"http", "href=\"http"));
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
    @ValueSource(strings = {"/docs", "/docs/openapi.json", "/docs/assets/haru.js"})
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

    @ParameterizedTest
    @ValueSource(ints = {500, 204})
    void unavailableServiceKeepsItsLastDocument(int status) {
        FakeServices.schedule.stubFor(get("/v3/api-docs").willReturn(status(status)));
        source.update().block();
        assertThat(document()).contains("/v1/schedules", "/v1/auth/user/login");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "{}", "not JSON"})
    void serviceWithAnInvalidDocumentKeepsItsLastOne(String invalid) {
        FakeServices.schedule.stubFor(get("/v3/api-docs").willReturn(okJson(invalid)));
        source.update().block();
        assertThat(document()).contains("/v1/schedules");
    }

    @Test
    void changedDocumentOfAServiceIsMergedAgain() {
        String before = tag();
        FakeServices.member.stubFor(get("/v3/api-docs").willReturn(okJson("""
                        {"openapi":"3.1.0","paths":{"/v1/members/me":{"get":{"responses":{}}}}}""")));
        source.update().block();
        assertThat(document()).contains("/v1/members/me", "/v1/schedules");
        assertThat(tag()).isNotEqualTo(before);
    }

    @Test
    void tagStaysWhileTheDocumentsAreTheSame() {
        String before = tag();
        source.update().block();
        assertThat(tag()).isEqualTo(before).startsWith("\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/docs", "/docs/openapi.json", "/docs/assets/swagger-ui-bundle.js"})
    void contentIsCompressedForAClientThatAcceptsGzip(String path) throws IOException, InterruptedException {
        HttpResponse<byte[]> plain = send(path, "Accept-Encoding", "identity");
        HttpResponse<byte[]> gzipped = send(path, "Accept-Encoding", "gzip, br");

        assertThat(plain.headers().firstValue("Content-Encoding")).isEmpty();
        assertThat(gzipped.headers().firstValue("Content-Encoding")).hasValue("gzip");
        assertThat(gzipped.headers().firstValue("Vary")).hasValue("Accept-Encoding");
        assertThat(gzipped.headers().firstValue("Content-Length")).hasValue(Integer.toString(gzipped.body().length));
        assertThat(gzipped.body().length).isLessThan(plain.body().length);
        assertThat(new GZIPInputStream(new ByteArrayInputStream(gzipped.body())).readAllBytes())
                .isEqualTo(plain.body());
        assertThat(gzipped.headers().firstValue("ETag"))
                .isNotEqualTo(plain.headers().firstValue("ETag"));
    }

    @ParameterizedTest
    @CsvSource({
        "/docs, identity",
        "/docs, gzip",
        "/docs/openapi.json, identity",
        "/docs/openapi.json, gzip",
        "/docs/assets/haru.js, identity",
        "/docs/assets/haru.js, gzip"
    })
    void currentTagIsNotModified(String path, String encoding) throws IOException, InterruptedException {
        String tag = send(path, "Accept-Encoding", encoding)
                .headers()
                .firstValue("ETag")
                .orElseThrow();

        HttpResponse<byte[]> again = send(path, "Accept-Encoding", encoding, "If-None-Match", "\"other\", " + tag);

        assertThat(again.statusCode()).isEqualTo(304);
        assertThat(again.body()).isEmpty();
        assertThat(again.headers().firstValue("ETag")).hasValue(tag);
        assertThat(send(path, "Accept-Encoding", encoding, "If-None-Match", "\"other\"")
                        .statusCode())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/docs/assets/index.html", "/docs/assets/swagger-ui.js", "/docs/assets/../page.html"})
    void otherFileIsNotFound(String path) {
        client.get().uri(path).exchange().expectStatus().isNotFound();
    }

    @Test
    void tokenIsKeptInTheSessionStorageOnly() throws IOException, InterruptedException {
        String script = new String(send("/docs/assets/haru.js", "Accept", "*/*").body(), StandardCharsets.UTF_8);
        assertThat(script).contains("sessionStorage").doesNotContain("localStorage", "persistAuthorization");
    }

    private String tag() {
        return Objects.requireNonNull(client.get()
                .uri("/docs/openapi.json")
                .exchange()
                .expectBody()
                .returnResult()
                .getResponseHeaders()
                .getETag());
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

    /** Sends with a client that, unlike Spring's test client, does not decompress the response. */
    private HttpResponse<byte[]> send(String path, String... headers) throws IOException, InterruptedException {
        try (HttpClient plain = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                    .headers(headers)
                    .build();
            return plain.send(request, HttpResponse.BodyHandlers.ofByteArray());
        }
    }
}
