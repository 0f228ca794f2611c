package dev.haru.gateway.header;

import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.ok;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.verification.LoggedRequest;
import dev.haru.gateway.FakeServices;
import dev.haru.gateway.GatewayTest;
import dev.haru.gateway.RawHttp;
import dev.haru.gateway.RunningGateway;
import dev.haru.gateway.deadline.RequestDeadline;
import dev.haru.platform.test.EmbeddedRedis;
import java.io.IOException;
import java.time.Clock;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.web.reactive.server.WebTestClient;

@GatewayTest
class HeaderTests {

    @Autowired
    WebTestClient client;

    @Autowired
    RequestDeadline requestDeadline;

    @LocalServerPort
    int port;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "X-Service-Credential",
                "x-service-credential",
                "X-Member-Id",
                "X-Internal-Anything",
                "X-Forwarded-Host",
                "X-Forwarded-Proto",
                "X-Forwarded-Prefix",
                "X-Real-IP",
                "X-HTTP-Method-Override",
                "Forwarded",
                "Baggage",
                "Expect",
                "Keep-Alive",
                "Proxy-Authorization",
                "TE"
            })
    void internalHeaderFromAClientIsStripped(String name) throws IOException {
        assertThat(received(name + ": forged").containsHeader(name)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"X-Request-Deadline: 99999999999999", "x-request-deadline: 1", "X-Other: x"})
    void deadlineFromAClientIsReplaced(String header) throws IOException {
        long total = requestDeadline.total().toMillis();
        long before = Clock.systemUTC().millis();

        LoggedRequest request = received(header);

        assertThat(request.header("X-Request-Deadline").values())
                .singleElement()
                .satisfies(deadline -> assertThat(Long.parseLong(deadline))
                        .isBetween(before + total, Clock.systemUTC().millis() + total));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Accept",
                "Accept-Language",
                "Content-Type",
                "Cookie",
                "Idempotency-Key",
                "If-Match",
                "If-None-Match",
                "User-Agent"
            })
    void ordinaryHeaderPasses(String name) throws IOException {
        assertThat(received(name + ": value").header(name).values()).containsExactly("value");
    }

    @Test
    void headerNamedByConnectionIsStripped() throws IOException {
        LoggedRequest request = received("Cookie: a=b\r\nConnection: Cookie");
        assertThat(request.containsHeader("Cookie")).isFalse();
    }

    @Test
    void deviceCookieIsForwardedUnchangedInBothDirections() throws IOException {
        String cookie = "haru_device=MDE5M2E.c2ln; Path=/v1/auth; Max-Age=31536000; Secure; HttpOnly; SameSite=Lax";
        FakeServices.auth.stubFor(any(anyUrl()).willReturn(ok().withHeader("Set-Cookie", cookie, "a=b")));
        String answer = RawHttp.exchange(
                port,
                RawHttp.get("/v1/auth/user/login")
                        .replace("Connection", "Cookie: a=b; haru_device=MDE5M2E.c2ln; c=d\r\nConnection"));
        assertThat(FakeServices.requests())
                .singleElement()
                .returns("a=b; haru_device=MDE5M2E.c2ln; c=d", request -> request.getHeader("Cookie"));
        assertThat(answer).containsOnlyOnce("Set-Cookie: " + cookie + "\r\n").contains("Set-Cookie: a=b\r\n");
    }

    @ParameterizedTest
    @CsvSource({
        "haru_device=x; a=b, a=b",
        "a=b;haru_device=x;c=d, a=b; c=d",
        "a=b; not_haru_device=x, a=b; not_haru_device=x",
        "haru_device=x,",
        "a=b, a=b"
    })
    void deviceCookieIsHiddenFromOtherServices(String sent, @Nullable String received) throws IOException {
        assertThat(received("Cookie: " + sent).getHeader("Cookie")).isEqualTo(received);
    }

    @Test
    void forgedClientAddressIsReplaced() throws IOException {
        assertThat(received("X-Forwarded-For: 203.0.113.9")
                        .header("X-Forwarded-For")
                        .values())
                .containsExactly("127.0.0.1");
    }

    @Test
    void missingUserAgentStaysMissing() throws IOException {
        assertThat(received("X: y").containsHeader("User-Agent")).isFalse();
        FakeServices.reset();
        assertThat(received("User-Agent: curl/8").getHeader("User-Agent")).isEqualTo("curl/8");
    }

    @Test
    void problemHasTheLanguageOfTheSecondHeaderLine() throws IOException {
        String request = RawHttp.get("/nowhere")
                .replace("Connection", "Accept-Language: fr\r\nAccept-Language: ko\r\nConnection");
        assertThat(RawHttp.exchange(port, request)).contains("Content-Language: ko");
    }

    @Test
    void otherOriginIsRefusedWithAProblem() throws IOException {
        String request =
                RawHttp.get("/v1/locations").replace("Connection", "Origin: https://other.example.com\r\nConnection");
        try (RunningGateway gateway = RunningGateway.on(
                EmbeddedRedis.shared().url(), "haru.gateway.cors.allowed-origins=https://app.example.com")) {
            assertThat(RawHttp.exchange(gateway.port(), request))
                    .startsWith("HTTP/1.1 403")
                    .contains("application/problem+json", "\"code\":\"cross-origin-not-allowed\"", "\"traceId\":\"")
                    .containsPattern("X-Trace-Id: [0-9a-f]{32}\r\n")
                    .doesNotContain("Access-Control-Allow-Origin");
        }
        assertThat(FakeServices.requests()).isEmpty();
    }

    @Test
    void responseHasEachSecurityHeaderOnce() {
        FakeServices.schedule.stubFor(any(anyUrl()).willReturn(ok().withHeader("X-Content-Type-Options", "nosniff")));
        client.get()
                .uri("/v1/locations")
                .exchange()
                .expectHeader()
                .valueEquals("X-Content-Type-Options", "nosniff")
                .expectHeader()
                .valueEquals("X-Frame-Options", "DENY")
                .expectHeader()
                .valueEquals("Referrer-Policy", "no-referrer")
                .expectHeader()
                .valueEquals("Cache-Control", "no-store");
    }

    @Test
    void cacheControlOfTheServiceIsKept() {
        FakeServices.schedule.stubFor(any(anyUrl())
                .willReturn(ok().withHeader("Cache-Control", "max-age=60").withHeader("ETag", "\"a\"")));
        client.get()
                .uri("/v1/locations")
                .exchange()
                .expectHeader()
                .valueEquals("Cache-Control", "max-age=60")
                .expectHeader()
                .valueEquals("ETag", "\"a\"");
    }

    @Test
    void connectionHeadersOfTheServiceAreRemoved() {
        FakeServices.schedule.stubFor(any(anyUrl())
                .willReturn(ok().withHeader("Keep-Alive", "timeout=60").withHeader("Server", "Tomcat")));
        client.get()
                .uri("/v1/locations")
                .exchange()
                .expectHeader()
                .doesNotExist("Keep-Alive")
                .expectHeader()
                .doesNotExist("Server");
    }

    private LoggedRequest received(String headers) throws IOException {
        String request = RawHttp.get("/v1/locations").replace("Connection", headers + "\r\nConnection");
        assertThat(RawHttp.exchange(port, request)).startsWith("HTTP/1.");
        return FakeServices.requests().getFirst();
    }
}
