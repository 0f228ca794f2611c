package dev.haru.gateway.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.gateway.FakeServices;
import dev.haru.gateway.GatewayTest;
import dev.haru.gateway.RawHttp;
import dev.haru.platform.token.TokenFormat;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.web.reactive.server.WebTestClient;

@GatewayTest
class TokenGuardTests {

    private static final String TOKEN = TokenFormat.generate(TokenFormat.ACCESS, new SecureRandom());

    @Autowired
    WebTestClient client;

    @LocalServerPort
    int port;

    @ParameterizedTest
    @ValueSource(strings = {"Bearer ", "bearer ", "BEARER "})
    void wellFormedTokenPasses(String scheme) {
        call(scheme + TOKEN).expectStatus().isOk();
        // The fake service's header cache ignores case.
        assertThat(FakeServices.requests())
                .singleElement()
                .satisfies(request ->
                        assertThat(request.getHeader("Authorization")).isEqualToIgnoringCase(scheme + TOKEN));
    }

    @Test
    void personalAccessTokenPasses() {
        call("Bearer " + TokenFormat.generate(TokenFormat.PERSONAL, new SecureRandom()))
                .expectStatus()
                .isOk();
    }

    @Test
    void requestWithoutATokenPasses() {
        client.get().uri("/v1/schedules").exchange().expectStatus().isOk();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Bearer",
                "Bearer x",
                "bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln",
                "Bearer hrr_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
                "Bearer hrt_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
                "Bearer hru_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
            })
    void malformedTokenIsRefusedWithoutACall(String authorization) {
        call(authorization)
                .expectStatus()
                .isUnauthorized()
                .expectHeader()
                .valueEquals("WWW-Authenticate", "Bearer realm=\"haru\", error=\"invalid_token\"")
                .expectBody()
                .jsonPath("$.code")
                .isEqualTo("unauthorized");
        assertThat(FakeServices.requests()).isEmpty();
    }

    /** RFC 6750, section 3.1: no error code for a request without a bearer token. */
    @ParameterizedTest
    @ValueSource(strings = {"", "Basic dXNlcjpwYXNz", "Digest a=b", "Bearerx y"})
    void anotherSchemeIsChallengedWithoutAnError(String authorization) {
        call(authorization)
                .expectStatus()
                .isUnauthorized()
                .expectHeader()
                .valueEquals("WWW-Authenticate", "Bearer realm=\"haru\"");
        assertThat(FakeServices.requests()).isEmpty();
    }

    static final List<String> foreign = List.of(
            "",
            "Bearer",
            "Bearer undefined",
            "Bearer null",
            "Basic c3RhZ2luZzpzZWNyZXQ=",
            "Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl",
            "Bearer 하루",
            "Bearer " + "a".repeat(5000));

    @ParameterizedTest
    @FieldSource("foreign")
    void publicCallIgnoresAForeignHeader(String authorization) throws IOException {
        List<String> calls = List.of(
                "POST /v1/auth/user/login",
                "POST /v1/auth/user/register",
                "GET /v1/auth/challenge",
                "HEAD /v1/locations",
                "OPTIONS /v1/locations",
                "GET /v1/templates/first-page",
                "GET /v1/templates/first-page/study",
                "GET /v1/feeds/a.ics",
                "GET /v1/templates",
                "GET /v1/templates/0192d0c5-7a3e-7000-8000-000000000000");
        for (String call : calls) {
            assertThat(send(call, "Authorization: " + authorization)).as(call).startsWith("HTTP/1.1 200");
            assertThat(send(call, "Authorization: " + authorization + "\r\nAuthorization: Basic YTpi"))
                    .as(call)
                    .startsWith("HTTP/1.1 200");
        }
        assertThat(FakeServices.requests())
                .hasSize(2 * calls.size())
                .allSatisfy(request ->
                        assertThat(request.containsHeader("Authorization")).isFalse());
    }

    @Test
    void publicCallIgnoresAMistypedToken() throws IOException {
        assertThat(send("POST /v1/auth/user/login", "Authorization: Bearer hru_x"))
                .startsWith("HTTP/1.1 200");
        assertThat(send("GET /v1/templates/first-page", "Authorization: Bearer hru_x"))
                .startsWith("HTTP/1.1 200");
    }

    @ParameterizedTest
    @ValueSource(strings = {"hru_x", "hrk_x", "hrr_x"})
    void callWithAnOptionalTokenRefusesAMistypedToken(String token) throws IOException {
        assertThat(send("GET /v1/templates", "Authorization: Bearer " + token)).startsWith("HTTP/1.1 401");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "POST /v1/templates",
                "GET /v1/templates/mine",
                "DELETE /v1/templates/0192d0c5-7a3e-7000-8000-000000000000",
                "GET /v1/templates/0192d0c5-7a3e-7000-8000-000000000000/review",
                "POST /v1/auth/user/logout",
                "GET /v1/nowhere"
            })
    void otherCallRefusesAForeignHeader(String call) throws IOException {
        assertThat(send(call, "Authorization: Bearer undefined")).containsPattern("^HTTP/1.1 (401|404)");
        assertThat(FakeServices.requests()).isEmpty();
    }

    static final List<Arguments> headers = List.of(
            Arguments.of("no token", "Authorization: Bearer", 401, "unauthorized"),
            Arguments.of("a space and no token", "Authorization: Bearer ", 401, "unauthorized"),
            Arguments.of("spaces and no token", "Authorization: Bearer    ", 401, "unauthorized"),
            Arguments.of("spaces before the token", "Authorization: Bearer   " + TOKEN, 401, "unauthorized"),
            Arguments.of("a space within the token", "Authorization: Bearer " + spaced(TOKEN), 401, "unauthorized"),
            Arguments.of("a tab before the token", "Authorization: Bearer\t" + TOKEN, 401, "unauthorized"),
            Arguments.of("another case and no token", "Authorization: bearer", 401, "unauthorized"),
            Arguments.of("another scheme", "Authorization: Basic dXNlcjpwYXNz", 401, "unauthorized"),
            Arguments.of("no scheme", "Authorization: " + TOKEN, 401, "unauthorized"),
            Arguments.of("nothing", "Authorization:", 401, "unauthorized"),
            Arguments.of("raw UTF-8", "Authorization: Bearer hru_é", 401, "unauthorized"),
            Arguments.of(
                    "two values in one", "Authorization: Bearer " + TOKEN + ", Bearer " + TOKEN, 401, "unauthorized"),
            Arguments.of("two tokens in one", "Authorization: Bearer " + TOKEN + "," + TOKEN, 401, "unauthorized"),
            Arguments.of(
                    "two headers",
                    "Authorization: Bearer " + TOKEN + "\r\nauthorization: Bearer " + TOKEN,
                    400,
                    "malformed-request"));

    @ParameterizedTest(name = "{0}")
    @FieldSource("headers")
    void invalidAuthorizationHeaderIsAProblem(String what, String header, int status, String code) throws IOException {
        String request = RawHttp.get("/v1/schedules").replace("Connection", header + "\r\nConnection");
        assertThat(RawHttp.exchange(port, request))
                .as(what)
                .startsWith("HTTP/1.1 " + status)
                .contains("application/problem+json", "\"code\":\"" + code + "\"", "\"traceId\":\"")
                .containsPattern("X-Trace-Id: [0-9a-f]{32}\r\n")
                .doesNotContain(TOKEN);
        assertThat(FakeServices.requests()).isEmpty();
    }

    @Test
    void mistypedTokenIsRefused() {
        char last = TOKEN.charAt(20);
        String mistyped = TOKEN.substring(0, 20) + (last == 'a' ? 'b' : 'a') + TOKEN.substring(21);
        call("Bearer " + mistyped).expectStatus().isUnauthorized();
    }

    @Test
    void twoTokensAreRefused() {
        client.get()
                .uri("/v1/schedules")
                .header("Authorization", "Bearer " + TOKEN, "Bearer " + TOKEN)
                .exchange()
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.code")
                .isEqualTo("malformed-request");
        assertThat(FakeServices.requests()).isEmpty();
    }

    private String send(String call, String header) throws IOException {
        return RawHttp.exchange(
                port,
                call + " HTTP/1.1\r\nHost: localhost\r\n" + header
                        + "\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    }

    private static String spaced(String token) {
        return token.substring(0, 20) + " " + token.substring(20);
    }

    private WebTestClient.ResponseSpec call(String authorization) {
        return client.get()
                .uri("/v1/schedules")
                .header("Authorization", authorization)
                .exchange();
    }
}
