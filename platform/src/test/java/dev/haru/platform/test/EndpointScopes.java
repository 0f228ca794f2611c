package dev.haru.platform.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.platform.security.PublicEndpoints;
import dev.haru.platform.security.RequiredScope;
import dev.haru.platform.security.Scope;
import dev.haru.platform.security.SessionOnly;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Tests of the scopes of a service's endpoints. A service extends this class; new endpoints are covered without a
 * change.
 */
public abstract class EndpointScopes {

    private static final String CHALLENGE = "Bearer error=\"insufficient_scope\"";

    private final List<Endpoint> endpoints = new ArrayList<>();

    @Autowired
    private MockMvcTester http;

    @Autowired
    private List<PublicEndpoints> open;

    @Autowired
    @Qualifier("requestMappingHandlerMapping") private RequestMappingHandlerMapping mappings;

    /** Returns a valid personal access token with these scopes. */
    protected abstract String tokenWith(Set<Scope> scopes) throws Exception;

    @BeforeEach
    void readMappings() {
        mappings.getHandlerMethods().forEach((mapping, handler) -> {
            if (isOfService(handler)) {
                assertThat(mapping.getMethodsCondition().getMethods())
                        .as("%s has a method", mapping)
                        .isNotEmpty();
                mapping.getPatternValues().stream()
                        .filter(path -> !path.startsWith("/internal/"))
                        .forEach(path -> mapping.getMethodsCondition()
                                .getMethods()
                                .forEach(method ->
                                        endpoints.add(new Endpoint(method.name(), path, typeOf(mapping), handler))));
            }
        });
    }

    private static MediaType typeOf(RequestMappingInfo mapping) {
        return mapping.getConsumesCondition().getConsumableMediaTypes().stream()
                .findFirst()
                .orElse(MediaType.APPLICATION_JSON);
    }

    /** Leaves out the endpoints of libraries: problems of the container, and the API document. */
    private static boolean isOfService(HandlerMethod handler) {
        String bean = handler.getBeanType().getPackageName();
        return bean.startsWith("dev.haru.") && !bean.startsWith("dev.haru.platform.");
    }

    @Test
    void eachEndpointStatesItsScope() {
        assertThat(endpoints)
                .isNotEmpty()
                .allSatisfy(endpoint -> assertThat((endpoint.scope() == null ? 0 : 1)
                                + (endpoint.isSessionOnly() ? 1 : 0)
                                + (isPublic(endpoint) ? 1 : 0))
                        .as("%s has @RequiredScope or @SessionOnly, or is in PublicEndpoints without a token", endpoint)
                        .isOne());
    }

    @Test
    void tokenWithoutTheScopeIsRefused() throws Exception {
        for (Endpoint endpoint : endpoints) {
            Scope scope = endpoint.scope();
            if (scope != null) {
                MvcTestResult answer = call(endpoint, tokenWith(EnumSet.complementOf(EnumSet.of(scope))));

                assertRefused(endpoint, answer, CHALLENGE + ", scope=\"" + scope.code() + '"');
                assertThat(answer)
                        .bodyJson()
                        .extractingPath("$.detail")
                        .asString()
                        .contains(scope.code());
            }
        }
    }

    @Test
    void tokenWithTheScopeIsAccepted() throws Exception {
        for (Endpoint endpoint : endpoints) {
            Scope scope = endpoint.scope();
            if (scope != null) {
                int status = call(endpoint, tokenWith(EnumSet.of(scope)))
                        .getResponse()
                        .getStatus();
                assertThat(status).as(endpoint.toString()).isNotIn(401, 403);
            }
        }
    }

    @Test
    void otherEndpointsRefuseEveryScope() throws Exception {
        String token = tokenWith(EnumSet.allOf(Scope.class));
        for (Endpoint endpoint : endpoints) {
            if (endpoint.isSessionOnly()) {
                assertRefused(endpoint, call(endpoint, token), CHALLENGE);
            }
        }
    }

    @Test
    void documentHasTheScopeOfEachOperation() throws Exception {
        String document =
                http.get().uri("/v3/api-docs").exchange().getResponse().getContentAsString();
        JsonNode paths = JsonMapper.shared().readTree(document).path("paths");

        assertThat(endpoints).allSatisfy(endpoint -> {
            JsonNode operation =
                    paths.path(endpoint.path()).path(endpoint.method().toLowerCase(Locale.ROOT));
            Scope scope = endpoint.scope();
            String expected = endpoint.isSessionOnly() ? "session" : scope == null ? null : scope.code();
            assertThat(operation.path("x-scope").asString(null))
                    .as(endpoint.toString())
                    .isEqualTo(expected);
            if (scope != null) {
                assertThat(operation.path("description").asString()).contains("`" + scope.code() + "`");
            }
        });
    }

    private static void assertRefused(Endpoint endpoint, MvcTestResult answer, String challenge) {
        assertThat(answer.getResponse().getStatus()).as(endpoint.toString()).isEqualTo(403);
        assertThat(answer.getResponse().getHeader("WWW-Authenticate"))
                .as(endpoint.toString())
                .isEqualTo(challenge);
        assertThat(answer).bodyJson().extractingPath("$.code").isEqualTo("insufficient-scope");
    }

    private MvcTestResult call(Endpoint endpoint, String token) {
        return http.method(HttpMethod.valueOf(endpoint.method()))
                .uri(endpoint.path().replaceAll("\\{[^}]+}", UUID.randomUUID().toString()))
                .header("Authorization", "Bearer " + token)
                .contentType(endpoint.type())
                .content("{}")
                .exchange();
    }

    private boolean isPublic(Endpoint endpoint) {
        return open.stream().anyMatch(some -> !some.arePersonal() && some.contains(endpoint.method(), endpoint.path()));
    }

    private record Endpoint(String method, String path, MediaType type, HandlerMethod handler) {

        @Nullable Scope scope() {
            RequiredScope required = handler.getMethodAnnotation(RequiredScope.class);
            return required == null ? null : required.value();
        }

        boolean isSessionOnly() {
            return handler.hasMethodAnnotation(SessionOnly.class);
        }

        @Override
        public String toString() {
            return method + " " + path;
        }
    }
}
