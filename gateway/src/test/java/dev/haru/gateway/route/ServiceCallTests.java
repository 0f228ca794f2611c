package dev.haru.gateway.route;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.ok;
import static com.github.tomakehurst.wiremock.stubbing.Scenario.STARTED;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.http.Fault;
import dev.haru.gateway.FakeServices;
import dev.haru.gateway.GatewayTest;
import dev.haru.gateway.RawHttp;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient;

@GatewayTest
@ExtendWith(OutputCaptureExtension.class)
class ServiceCallTests {

    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";

    @Autowired
    WebTestClient client;

    @LocalServerPort
    int port;

    @Test
    void callToAnUnavailableServiceNamesTheService(CapturedOutput output) {
        FakeServices.schedule.stop();
        try {
            client.get()
                    .uri("/v1/schedules?from=secret")
                    .header("traceparent", "00-" + TRACE + "-b7ad6b7169203331-01")
                    .exchange()
                    .expectStatus()
                    .isEqualTo(503)
                    .expectHeader()
                    .valueEquals("Retry-After", "1")
                    .expectHeader()
                    .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                    .expectBody()
                    .json("""
                            {
                              "type": "urn:haru:problem:service-unavailable",
                              "code": "service-unavailable",
                              "title": "Service Unavailable",
                              "status": 503,
                              "detail": "schedule-service cannot be reached right now.",
                              "instance": "/v1/schedules",
                              "traceId": "%s"
                            }""".formatted(TRACE));
        } finally {
            FakeServices.restart(FakeServices.schedule);
        }
        assertThat(output.getAll().lines().filter(line -> line.contains(TRACE)))
                .singleElement()
                .asString()
                .contains("WARN", "503", "schedule-service")
                .doesNotContain("secret");
        assertThat(output).doesNotContain("\tat ");
    }

    @ParameterizedTest
    @EnumSource(
            value = Fault.class,
            names = {"CONNECTION_RESET_BY_PEER", "EMPTY_RESPONSE"})
    void getWhenConnectionBreaksIsRepeatedOnce(Fault fault) {
        FakeServices.auth.stubFor(any(anyUrl())
                .inScenario("broken once")
                .whenScenarioStateIs(STARTED)
                .willReturn(aResponse().withFault(fault))
                .willSetStateTo("mended"));
        FakeServices.auth.stubFor(any(anyUrl())
                .inScenario("broken once")
                .whenScenarioStateIs("mended")
                .willReturn(ok("here again")));
        client.get()
                .uri("/v1/auth/sessions")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .isEqualTo("here again");
        assertThat(FakeServices.requests()).hasSize(2);
    }

    @ParameterizedTest
    @EnumSource(
            value = Fault.class,
            names = {"CONNECTION_RESET_BY_PEER", "EMPTY_RESPONSE"})
    void postWhenConnectionBreaksIsNotRepeated(Fault fault) {
        FakeServices.auth.stubFor(any(anyUrl()).willReturn(aResponse().withFault(fault)));
        client.post()
                .uri("/v1/auth/user/register")
                .bodyValue("{}")
                .exchange()
                .expectStatus()
                .isEqualTo(502)
                .expectBody()
                .jsonPath("$.code")
                .isEqualTo("bad-gateway");
        assertThat(FakeServices.requests()).hasSize(1);
    }

    @Test
    void responseThatIsNotHttpIsABadGateway() {
        FakeServices.auth.stubFor(any(anyUrl()).willReturn(aResponse().withFault(Fault.RANDOM_DATA_THEN_CLOSE)));
        client.get().uri("/v1/auth/sessions").exchange().expectStatus().isEqualTo(502);
    }

    @Test
    void truncatedResponseDoesNotLookComplete(CapturedOutput output) throws IOException {
        int authPort = FakeServices.auth.port();
        FakeServices.auth.stop();
        try (ServerSocket service = new ServerSocket(authPort)) {
            Thread.startVirtualThread(
                    () -> answerHalf(service, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"));
            assertThat(RawHttp.exchange(port, RawHttp.get("/v1/auth/sessions")))
                    .startsWith("HTTP/1.1 200")
                    .doesNotEndWith("0\r\n\r\n");
        } finally {
            FakeServices.restart(FakeServices.auth);
        }
        assertThat(output).contains("502 from auth-service").doesNotContain("\tat ");
    }

    @Test
    void truncatedSmallResponseIsABadGateway() throws IOException {
        int schedulePort = FakeServices.schedule.port();
        FakeServices.schedule.stop();
        try (ServerSocket service = new ServerSocket(schedulePort)) {
            Thread.startVirtualThread(() -> answerHalf(
                    service,
                    "HTTP/1.1 200 OK\r\nETag: \"7\"\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\nhello"));
            assertThat(
                            RawHttp.exchange(
                                    port,
                                    "POST /v1/schedules HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"))
                    .startsWith("HTTP/1.1 502")
                    .contains("application/problem+json", "bad-gateway")
                    .doesNotContain("ETag", "hello", "text/plain", "ontent-Length: 9\r")
                    .endsWith("}");
        } finally {
            FakeServices.restart(FakeServices.schedule);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 16_384, 16_385, 200_000})
    void responseOfAnyLengthIsForwardedUnchanged(int length) {
        String body = "x".repeat(length);
        FakeServices.schedule.stubFor(
                any(anyUrl()).willReturn(ok(body).withHeader("Content-Length", Integer.toString(length))));
        client.get()
                .uri("/v1/schedules")
                .exchange()
                .expectStatus()
                .isOk()
                .expectHeader()
                .contentLength(length)
                .expectBody(String.class)
                .isEqualTo(body);
    }

    @Test
    void headResponseKeepsItsLengthAndHasNoBody() throws IOException {
        FakeServices.schedule.stubFor(any(anyUrl()).willReturn(ok("hello").withHeader("Content-Length", "5")));
        assertThat(RawHttp.exchange(port, RawHttp.get("/v1/schedules").replaceFirst("GET", "HEAD")))
                .startsWith("HTTP/1.1 200")
                .containsIgnoringCase("content-length: 5\r\n")
                .endsWith("\r\n\r\n");
    }

    @Test
    void notModifiedResponseHasNoBody() throws IOException {
        FakeServices.schedule.stubFor(
                any(anyUrl()).willReturn(aResponse().withStatus(304).withHeader("ETag", "\"7\"")));
        assertThat(RawHttp.exchange(port, RawHttp.get("/v1/schedules")))
                .startsWith("HTTP/1.1 304")
                .contains("\"7\"")
                .endsWith("\r\n\r\n");
    }

    private static void answerHalf(ServerSocket service, String half) {
        try (Socket connection = service.accept()) {
            connection.getOutputStream().write(half.getBytes(UTF_8));
            // The gateway forwards the head and the first chunk once it has read them; only the rest of the response
            // fails.
            connection.shutdownOutput();
            connection.getInputStream().readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void problemOfTheServiceIsForwardedUnchanged() {
        String problem =
                "{\"type\":\"urn:haru:problem:schedule-limit-reached\",\"status\":406,\"code\":\"schedule-limit-reached\"}";
        FakeServices.schedule.stubFor(any(anyUrl())
                .willReturn(aResponse()
                        .withStatus(406)
                        .withHeader("Content-Type", "application/problem+json")
                        .withHeader("Retry-After", "7")
                        .withBody(problem)));
        client.post()
                .uri("/v1/schedules")
                .bodyValue("{}")
                .exchange()
                .expectStatus()
                .isEqualTo(406)
                .expectHeader()
                .valueEquals("Retry-After", "7")
                .expectBody(String.class)
                .isEqualTo(problem);
    }
}
