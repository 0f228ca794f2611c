package dev.haru.platform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.platform.security.InternalCall;
import dev.haru.platform.security.PublicEndpoints;
import io.opentelemetry.api.trace.Span;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.MDC;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.context.annotation.Bean;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.http.MediaType;
import org.springframework.security.oauth2.server.resource.introspection.BadOpaqueTokenException;
import org.springframework.security.oauth2.server.resource.introspection.OpaqueTokenIntrospector;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** All packages of the platform together, in a minimal service. */
@SpringBootTest(
        properties = {
            "haru.service.name=thing-service",
            "haru.service.secret=own-secret-0123456789",
            "haru.service.accept.neighbour=its-secret-0123456789",
            "spring.web.locale=en",
            "spring.web.locale-resolver=fixed"
        })
@AutoConfigureMockMvc
class PlatformTests {

    @Autowired
    private MockMvcTester http;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"name": "a", "at": "2026-11-21T09:00:00Z", "count": 1, "what": 1}      | what  | is not a known field
            {"name": 1}                                                             | name  | must be a string of valid characters
            {"name": true}                                                          | name  | must be a string of valid characters
            {"name": {}}                                                            | name  | must be a string of valid characters
            {"name": "a\\u0000"}                                                    | name  | must be a string of valid characters
            {"name": "\\udc00a"}                                                    | name  | must be a string of valid characters
            {"name": " "}                                                           | name  | must not be blank
            {"name": "a", "at": 1700000000}                                         | at    | must be a UTC instant such as 2026-11-21T09:30:00Z
            {"name": "a", "at": "2026-02-30T09:00:00Z"}                             | at    | must be a UTC instant such as 2026-11-21T09:30:00Z
            {"name": "a", "at": "+1000000000-01-01T00:00:00Z"}                      | at    | must be a UTC instant such as 2026-11-21T09:30:00Z
            {"name": "a", "at": "2026-11-21T09:00:00"}                              | at    | must be a UTC instant such as 2026-11-21T09:30:00Z
            {"name": "a", "count": "1"}                                             | count | must be a whole number in range
            {"name": "a", "count": 1.5}                                             | count | must be a whole number in range
            {"name": "a", "count": 3000000000}                                      | count | must be a whole number in range
            """)
    void invalidFieldIsNamed(String body, String field, String message) {
        MvcTestResult answer = post(body);

        assertThat(answer).hasStatus(400).hasContentType(MediaType.APPLICATION_PROBLEM_JSON);
        assertThat(answer).bodyJson().extractingPath("$.type").isEqualTo("urn:haru:problem:invalid-request");
        assertThat(answer)
                .bodyJson()
                .extractingPath("$.errors")
                .isEqualTo(List.of(Map.of("field", field, "message", message)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            {"name": "a"} {"name": "b"}
            {"name": "a", "name": "b"}
            {"name": 'a'}
            [1]
            ~~
            """)
    void bodyOtherThanOneObjectIsMalformed(String body) {
        assertThat(post(body))
                .hasStatus(400)
                .bodyJson()
                .extractingPath("$.code")
                .isEqualTo("malformed-request");
    }

    @ParameterizedTest
    @CsvSource({
        "/things/x, id",
        "/things/1-1-1-1-1, id",
        "/things/0192d0c57a3e-7000-8000-0000-00000000, id",
        "/things/0192d0c5-7a3e-7000-8000-000000000000?limit=x, limit",
        "/things/0192d0c5-7a3e-7000-8000-000000000000?before=, before"
    })
    void invalidParameterIsNamed(String uri, String field) {
        assertThat(http.get().uri(uri).header("Authorization", "Bearer good"))
                .hasStatus(400)
                .bodyJson()
                .extractingPath("$.errors[0].field")
                .isEqualTo(field);
    }

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

    @Test
    void headOfAPublicGetEndpointNeedsNoToken() {
        assertThat(http.head().uri("/open/trace")).hasStatusOk();
        assertThat(http.post().uri("/open/trace")).hasStatus(401);
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
        assertThat(http.get().uri("/internal/thing").header("X-Service-Credential", "neighbour:its-secret-0123456789"))
                .hasStatusOk();
        assertThat(http.get().uri("/internal/thing").header("Authorization", "Bearer good"))
                .as("a member is not a client service")
                .hasStatus(403);
    }

    @Test
    void internalCallByAnotherServiceIsForbidden() {
        for (String path : List.of("/internal/thing/of-another", "/internal/thing/of-nobody")) {
            assertThat(http.get().uri(path).header("X-Service-Credential", "neighbour:its-secret-0123456789"))
                    .as(path)
                    .hasStatus(403)
                    .bodyJson()
                    .extractingPath("$.code")
                    .isEqualTo("forbidden");
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

    @Test
    void unsupportedMethodIsRefused() {
        assertThat(http.delete().uri("/open/trace").header("Authorization", "Bearer good"))
                .hasStatus(405)
                .bodyJson()
                .extractingPath("$.code")
                .isEqualTo("method-not-allowed");
    }

    @Test
    void traceOfTheRequestIsContinued() {
        String trace = "4bf92f3577b34da6a3ce929d0e0e4736";

        MvcTestResult answer = http.get()
                .uri("/open/trace")
                .header("traceparent", "00-" + trace + "-00f067aa0ba902b7-01")
                .exchange();

        assertThat(answer).hasHeader("X-Trace-Id", trace);
        assertThat(answer).bodyJson().extractingPath("$").isEqualTo(trace + " " + trace);
    }

    @ParameterizedTest
    @CsvSource({"''", "garbage", "00-00000000000000000000000000000000-00f067aa0ba902b7-01"})
    void requestWithoutAValidTraceStartsOne(String traceparent) {
        MvcTestResult answer =
                http.get().uri("/open/trace").header("traceparent", traceparent).exchange();

        String trace = answer.getResponse().getHeader("X-Trace-Id");
        assertThat(trace).matches("[0-9a-f]{32}").isNotEqualTo("0".repeat(32));
        assertThat(answer).bodyJson().extractingPath("$").isEqualTo(trace + " " + trace);
    }

    private MvcTestResult post(String body) {
        return http.post()
                .uri("/things")
                .header("Authorization", "Bearer good")
                .contentType(MediaType.APPLICATION_JSON)
                .content(body)
                .exchange();
    }

    @SpringBootConfiguration
    @EnableAutoConfiguration(exclude = DataSourceAutoConfiguration.class)
    static class ThingService {

        @Bean
        ThingController things() {
            return new ThingController();
        }

        @Bean
        PublicEndpoints open() {
            return PublicEndpoints.of("GET /open/{what}");
        }

        @Bean
        OpaqueTokenIntrospector introspector() {
            return token -> switch (token) {
                case "good" ->
                    new org.springframework.security.oauth2.core.DefaultOAuth2AuthenticatedPrincipal(
                            Map.of("sub", "somebody"), List.of());
                case "slow" -> throw new DataAccessResourceFailureException("secret detail");
                default -> throw new BadOpaqueTokenException("unknown");
            };
        }
    }

    @RestController
    static class ThingController {

        @PostMapping("/things")
        Thing make(@Valid @RequestBody Thing thing) {
            return thing;
        }

        @GetMapping("/things/{id}")
        UUID get(
                @PathVariable UUID id,
                @RequestParam(defaultValue = "1") int limit,
                @RequestParam(required = false) @Nullable UUID before) {
            return id;
        }

        @InternalCall(client = "neighbour")
        @GetMapping("/internal/thing")
        String internal() {
            return "thing";
        }

        @InternalCall(client = "another")
        @GetMapping("/internal/thing/of-another")
        String ofAnotherService() {
            return "thing";
        }

        @GetMapping("/internal/thing/of-nobody")
        String withoutClient() {
            return "thing";
        }

        @GetMapping("/open/{what}")
        String open(@PathVariable String what) {
            return switch (what) {
                case "trace" -> Span.current().getSpanContext().getTraceId() + " " + MDC.get("trace_id");
                case "database" -> throw new DataAccessResourceFailureException("secret detail");
                case "rollback" -> {
                    var rollback = new TransactionSystemException("secret detail");
                    rollback.initApplicationException(new DataAccessResourceFailureException("secret detail"));
                    throw rollback;
                }
                case "commit" -> throw new TransactionSystemException("secret detail");
                case "nothing" -> throw new BadCredentials();
                default -> throw new IllegalStateException("secret detail");
            };
        }
    }

    static final class BadCredentials extends org.springframework.security.core.AuthenticationException {
        BadCredentials() {
            super("secret detail");
        }
    }

    record Thing(
            @NotBlank String name,
            @Nullable Instant at,
            @Nullable Integer count) {}
}
