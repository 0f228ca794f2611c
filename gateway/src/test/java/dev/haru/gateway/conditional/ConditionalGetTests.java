package dev.haru.gateway.conditional;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.gateway.FakeServices;
import dev.haru.gateway.GatewayTest;
import dev.haru.gateway.RawHttp;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.http.HttpMethod;
import org.springframework.test.web.reactive.server.EntityExchangeResult;
import org.springframework.test.web.reactive.server.WebTestClient;

@GatewayTest
class ConditionalGetTests {

    private static final String TAG = "\"of-now\"";

    @Autowired
    private WebTestClient client;

    @Autowired
    private MeterRegistry meters;

    @LocalServerPort
    private int port;

    /** A separate page for each test, because all tests share the entity tags of the gateway. */
    private final String page = "/v1/templates/first-page/" + UUID.randomUUID();

    @BeforeEach
    void stubServices() {
        stubPage("public, max-age=60", "Accept-Encoding, Accept-Language");
    }

    @Test
    void currentPageIsNotModifiedWithoutAnUpstreamCall() {
        double before = meters.get("haru.gateway.conditional.get").counter().count();
        assertThat(get("If-None-Match", "\"other\"").getStatus().value()).isEqualTo(200);

        EntityExchangeResult<byte[]> second = get("If-None-Match", "\"other\", W/" + TAG);

        assertThat(second.getStatus().value()).isEqualTo(304);
        assertThat(second.getResponseHeaders().getETag()).isEqualTo(TAG);
        assertThat(second.getResponseHeaders().getCacheControl()).isEqualTo("public, max-age=60");
        assertThat(second.getResponseHeaders().getVary()).contains("Accept-Encoding", "Accept-Language");
        assertThat(second.getResponseHeaders().getFirst("Age"))
                .matches("\\d+")
                .satisfies(age -> assertThat(Integer.parseInt(age)).isLessThan(60));
        assertThat(second.getResponseHeaders().getFirst("X-Trace-Id")).isNotNull();
        assertThat(second.getResponseBodyContent()).isNullOrEmpty();
        assertThat(FakeServices.requests()).hasSize(1);
        assertThat(meters.get("haru.gateway.conditional.get").counter().count()).isEqualTo(before + 1);
    }

    @Test
    void tagInTheSecondHeaderLineIsFound() throws IOException {
        get("If-None-Match", "\"other\"");

        assertThat(RawHttp.exchange(
                        port,
                        RawHttp.get(page)
                                .replace(
                                        "Connection",
                                        "Accept-Encoding: gzip\r\nIf-None-Match: \"a\"\r\nIf-None-Match: " + TAG
                                                + "\r\nConnection")))
                .startsWith("HTTP/1.1 304");
        assertThat(FakeServices.requests()).hasSize(1);
    }

    @Test
    void notModifiedResponseHasTheLanguageOfThePage() {
        FakeServices.schedule.stubFor(any(anyUrl())
                .willReturn(aResponse()
                        .withHeader("ETag", TAG)
                        .withHeader("Cache-Control", "public, max-age=60")
                        .withHeader("Content-Language", "ko")));
        get("If-None-Match", "\"other\"");

        EntityExchangeResult<byte[]> second = get("If-None-Match", TAG);

        assertThat(second.getStatus().value()).isEqualTo(304);
        assertThat(second.getResponseHeaders().getFirst("Content-Language")).isEqualTo("ko");
    }

    @Test
    void tagOfANotModifiedResponseIsKept() {
        FakeServices.schedule.stubFor(any(anyUrl())
                .willReturn(aResponse()
                        .withStatus(304)
                        .withHeader("ETag", TAG)
                        .withHeader("Cache-Control", "public, max-age=60")));
        get("If-None-Match", TAG);

        assertThat(get("If-None-Match", TAG).getStatus().value()).isEqualTo(304);
        assertThat(FakeServices.requests()).hasSize(1);
    }

    @Test
    void missingOrOtherTagIsForwarded() {
        get("Accept", "*/*");

        assertThat(get("Accept", "*/*").getStatus().value()).isEqualTo(200);
        assertThat(get("If-None-Match", "\"of-yesterday\"").getStatus().value()).isEqualTo(200);
        assertThat(FakeServices.requests()).hasSize(3);
    }

    @Test
    void anyTagIsThatOfTheCurrentPage() {
        assertThat(get("If-None-Match", "*").getStatus().value()).isEqualTo(200);

        assertThat(get("If-None-Match", "*").getStatus().value()).isEqualTo(304);
        assertThat(FakeServices.requests()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"Accept-Language, ko", "Accept-Encoding, br", "Cache-Control, max-age=0", "Pragma, no-cache"})
    void otherVariantOrReloadIsForwarded(String header, String value) {
        get("Accept", "*/*");

        get("If-None-Match", TAG, header, value);

        assertThat(FakeServices.requests()).hasSize(2);
    }

    @Test
    void headIsHandledLikeGet() {
        get("Accept", "*/*");

        client.method(HttpMethod.HEAD)
                .uri(page)
                .header("Accept-Encoding", "gzip")
                .header("If-None-Match", TAG)
                .exchange()
                .expectStatus()
                .isNotModified();
        assertThat(FakeServices.requests()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"no-store", "private, max-age=60", "public", "public, max-age=0", "public, no-cache, max-age=9"})
    void tagOfAnUncacheableResponseIsNotKept(String cacheControl) {
        stubPage(cacheControl, "Accept-Encoding");
        get("Accept", "*/*");

        get("If-None-Match", TAG);

        assertThat(FakeServices.requests()).hasSize(2);
    }

    @Test
    void tagOfAResponseThatVariesByTokenIsNotKept() {
        stubPage("public, max-age=60", "Authorization");
        get("Accept", "*/*");

        get("If-None-Match", TAG);

        assertThat(FakeServices.requests()).hasSize(2);
    }

    @Test
    void tagOfAnotherPathIsNotKept() {
        String schedules = "/v1/schedules/" + UUID.randomUUID();
        client.get().uri(schedules).exchange().expectStatus().isOk();
        client.get()
                .uri(schedules)
                .header("If-None-Match", TAG)
                .exchange()
                .expectStatus()
                .isOk();

        assertThat(FakeServices.requests()).hasSize(2);
    }

    @Test
    void encodedBodyIsForwardedUnchanged() throws IOException {
        FakeServices.schedule.stubFor(any(anyUrl())
                .willReturn(aResponse().withHeader("Content-Encoding", "gzip").withBody("as it is")));

        // Other HTTP clients would decode the body.
        assertThat(RawHttp.exchange(port, RawHttp.get(page).replace("Host", "Accept-Encoding: gzip, br\r\nHost")))
                .contains("Content-Encoding: gzip")
                .contains("as it is");
        assertThat(FakeServices.requests())
                .singleElement()
                .returns("gzip, br", request -> request.getHeader("Accept-Encoding"));
    }

    private void stubPage(String cacheControl, String vary) {
        FakeServices.schedule.stubFor(any(anyUrl())
                .willReturn(aResponse()
                        .withHeader("ETag", TAG)
                        .withHeader("Cache-Control", cacheControl)
                        .withHeader("Vary", vary)
                        .withBody("{}".getBytes(StandardCharsets.UTF_8))));
    }

    private EntityExchangeResult<byte[]> get(String... headers) {
        WebTestClient.RequestHeadersSpec<?> request = client.get().uri(page);
        boolean encoded = false;
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
            encoded |= headers[i].equals("Accept-Encoding");
        }
        if (!encoded) {
            request.header("Accept-Encoding", "gzip");
        }
        return request.exchange().expectBody().returnResult();
    }
}
