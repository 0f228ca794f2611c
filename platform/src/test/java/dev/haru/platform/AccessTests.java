package dev.haru.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.HttpMethod;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** The callers that reach an endpoint, and the problems of refused callers. */
@ThingServiceTest
class AccessTests {

    @Autowired
    private MockMvcTester http;

    @ParameterizedTest
    @CsvSource({
        "/open/unexpected, 500, internal-error",
        "/open/database, 503, service-unavailable",
        "/open/rollback, 503, service-unavailable",
        "/open/commit, 500, internal-error",
        "/open/nothing, 401, unauthorized",
        "/internal/thing, 403, forbidden",
        "/things/0192d0c5-7a3e-7000-8000-000000000000, 401, unauthorized"
    })
    void problemHasACodeAndNoInternalDetail(String uri, int status, String code) {
        MvcTestResult answer = http.get().uri(uri).exchange();

        assertThat(answer).hasStatus(status);
        assertThat(answer).bodyJson().extractingPath("$.code").isEqualTo(code);
        assertThat(answer).bodyText().doesNotContain("secret detail");
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/json;q=0", "*/*;q=0", "text/html", "garbage"})
    void missingTokenIs401WhateverTheClientAccepts(String accept) {
        MvcTestResult answer = http.get()
                .uri("/things/0192d0c5-7a3e-7000-8000-000000000000")
                .header("Accept", accept)
                .exchange();

        assertThat(answer).hasStatus(401);
        assertThat(answer).bodyJson().extractingPath("$.code").isEqualTo("unauthorized");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Bearer bad            | Bearer realm="haru", error="invalid_token"
            Bearer                | Bearer realm="haru", error="invalid_token"
            bearer x              | Bearer realm="haru", error="invalid_token"
            Bearer hrk_of_a_session | Bearer realm="haru", error="invalid_token"
            Basic dXNlcjpwYXNz    | Bearer realm="haru"
            ''                    | Bearer realm="haru"
                                  | Bearer realm="haru"
            """)
    void challengeNamesAnInvalidTokenOnlyIfThereIsOne(@Nullable String authorization, String challenge) {
        var request = http.get().uri("/things/0192d0c5-7a3e-7000-8000-000000000000");
        assertThat(authorization == null ? request : request.header("Authorization", authorization))
                .hasStatus(401)
                .hasHeader("WWW-Authenticate", challenge);
    }

    /** RFC 9110, section 15.5.2. A browser opens no dialog for an unknown scheme. */
    @Test
    void refusedSignInHasAChallengeOfItsOwnScheme() {
        assertThat(http.get().uri("/open/sign-in"))
                .hasStatus(401)
                .hasHeader("WWW-Authenticate", "Haru realm=\"sign-in\"");
    }

    @Test
    void headOfAPublicGetEndpointNeedsNoToken() {
        assertThat(http.head().uri("/open/trace")).hasStatusOk();
    }

    @Test
    void failedTokenCheckIs503NotA401() {
        assertThat(http.get()
                        .uri("/things/0192d0c5-7a3e-7000-8000-000000000000")
                        .header("Authorization", "Bearer slow"))
                .hasStatus(503)
                .hasHeader("Retry-After", "1");
    }

    @Test
    void internalCallByItsClientServiceSucceeds() {
        assertThat(http.get()
                        .uri("/internal/thing")
                        .header("X-Service-Credential", "client-service:its-secret-0123456789"))
                .hasStatusOk();
        assertThat(http.get().uri("/internal/thing").header("Authorization", "Bearer good"))
                .as("a member is not a client service")
                .hasStatus(403);
    }

    @Test
    void internalCallByAnotherServiceIsForbidden() {
        for (String path : List.of("/internal/thing/of-another", "/internal/thing/of-no-client")) {
            assertThat(http.get().uri(path).header("X-Service-Credential", "client-service:its-secret-0123456789"))
                    .as(path)
                    .hasStatus(403)
                    .bodyJson()
                    .extractingPath("$.code")
                    .isEqualTo("forbidden");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/things/read, 200, ",
        "/things/write, 403, 'Bearer error=\"insufficient_scope\", scope=\"schedules:write\"'",
        "/things/unstated, 403, 'Bearer error=\"insufficient_scope\"'",
        "/nowhere, 404, "
    })
    void personalTokenPermitsItsScopes(String uri, int status, @Nullable String challenge) {
        MvcTestResult answer =
                http.get().uri(uri).header("Authorization", "Bearer hrk_good").exchange();

        assertThat(answer).hasStatus(status);
        assertThat(answer.getResponse().getHeader("WWW-Authenticate")).isEqualTo(challenge);
    }

    @Test
    void personalTokenWithoutScopesIsRefused() {
        assertThat(http.get().uri("/things/read").header("Authorization", "Bearer hrk_of_a_session"))
                .hasStatus(401);
    }

    @Test
    void tokenOfASessionNeedsNoScope() {
        for (String uri : List.of("/things/read", "/things/write", "/things/unstated")) {
            assertThat(http.get().uri(uri).header("Authorization", "Bearer good"))
                    .as(uri)
                    .hasStatusOk();
        }
    }

    @Test
    void unknownPathIsNotFound() {
        assertThat(http.get().uri("/nowhere").header("Authorization", "Bearer good"))
                .hasStatus(404)
                .bodyJson()
                .extractingPath("$.detail")
                .isEqualTo("No resource exists at this path.");
    }

    @ParameterizedTest
    @CsvSource({"PUT, /open/trace", "OPTIONS, /things", "GET, /things", "OPTIONS, /nowhere"})
    void otherCallsNeedAToken(String method, String uri) {
        assertThat(http.method(HttpMethod.valueOf(method)).uri(uri)).hasStatus(401);
    }
}
