package dev.haru.gateway.docs;

import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.getRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.moreThan;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.serverError;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.haru.gateway.FakeServices;
import dev.haru.gateway.RunningGateway;
import dev.haru.gateway.docs.DocsProperties.Retry;
import dev.haru.gateway.route.Services;
import dev.haru.gateway.route.Services.Service;
import dev.haru.platform.port.FreePort;
import dev.haru.platform.test.EmbeddedRedis;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.availability.ApplicationAvailability;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import reactor.netty.http.client.HttpClient;

/** A gateway that starts before the services, and one without an API page. */
@ExtendWith(OutputCaptureExtension.class)
class DocumentStartTests {

    @BeforeEach
    void describeServices() throws IOException {
        DocsFixture.describeServices();
    }

    @Test
    void documentIsUnavailableUntilItIsComplete() throws IOException {
        FakeServices.schedule.stubFor(get("/v3/api-docs").willReturn(serverError()));
        try (RunningGateway gateway = RunningGateway.on(
                EmbeddedRedis.shared().url(),
                "haru.gateway.docs.enabled=true",
                "haru.gateway.docs.refresh=100ms",
                "haru.gateway.docs.retry.first=100ms",
                "haru.gateway.docs.retry.longest=100ms")) {
            assertThat(gateway.bean(ApplicationAvailability.class).getReadinessState())
                    .isEqualTo(ReadinessState.ACCEPTING_TRAFFIC);
            // The second attempt follows the end of the first one, which received the other documents.
            await().untilAsserted(() ->
                    FakeServices.schedule.verify(moreThan(1), getRequestedFor(urlEqualTo("/v3/api-docs"))));
            HttpResponse<String> early = fetch(gateway, "/docs/openapi.json");
            assertThat(early.statusCode()).isEqualTo(503);
            assertThat(early.headers().firstValue("Retry-After")).hasValue("1");
            assertThat(early.headers().firstValue("Content-Type")).hasValue("application/problem+json");
            assertThat(early.body()).contains("\"code\":\"service-unavailable\"", "\"traceId\"");
            assertThat(fetch(gateway, "/docs").statusCode()).isEqualTo(200);

            FakeServices.schedule.stubFor(get("/v3/api-docs").willReturn(okJson(DocsFixture.json("schedule-service"))));
            await().untilAsserted(() -> assertThat(fetch(gateway, "/docs/openapi.json"))
                    .returns(200, HttpResponse::statusCode)
                    .extracting(HttpResponse::body)
                    .asString()
                    .contains("/v1/auth/user/login", "/v1/schedules"));

            FakeServices.member.stubFor(get("/v3/api-docs").willReturn(okJson("""
                            {"openapi":"3.1.0","paths":{"/v1/members/me":{"get":{"responses":{}}}}}""")));
            await().untilAsserted(() ->
                    assertThat(fetch(gateway, "/docs/openapi.json").body()).contains("/v1/members/me"));
            gateway.bean(DocumentSource.class).destroy();
        }
    }

    /** With a service of its own, because other gateways of this JVM log, too. */
    @Test
    void serviceThatStartsLaterIsLoggedOnlyAfterManyAttempts(CapturedOutput output) {
        Service late = new Service(
                "late-service",
                URI.create("http://127.0.0.1:" + FreePort.next()),
                List.of("/v1/**"),
                Duration.ofSeconds(8));
        Retry retry = new Retry(Duration.ofSeconds(1), Duration.ofSeconds(10));
        DocumentSource source = new DocumentSource(
                HttpClient.create(),
                new Services(List.of(late)),
                new DocsProperties(true, Duration.ofSeconds(30), Duration.ofMinutes(1), retry));
        for (int attempt = 1; attempt <= 30; attempt++) {
            source.update().block();
        }
        assertThat(output).doesNotContain("late-service");

        source.update().block();
        assertThat(output).contains("OpenAPI document of late-service is unavailable: ");
    }

    @Test
    void disabledPageIsNotFound() {
        try (RunningGateway gateway = RunningGateway.on(EmbeddedRedis.shared().url())) {
            assertThat(List.of("/docs", "/docs/openapi.json", "/docs/assets/haru.js"))
                    .allSatisfy(path -> assertThat(fetch(gateway, path))
                            .returns(404, HttpResponse::statusCode)
                            .extracting(HttpResponse::body)
                            .asString()
                            .contains("\"code\":\"route-not-found\""));
        }
    }

    private static HttpResponse<String> fetch(RunningGateway gateway, String path) {
        return gateway.send(gateway.from("203.0.113.1", path));
    }
}
