package dev.haru.systemtests.system;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The gateway, the only public entry: which requests it forwards, and which it refuses. */
@SystemTest
class GatewaySystemTests {

    private final Client client;

    GatewaySystemTests(Client client) {
        this.client = client;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/internal/tokens/introspect",
                "/internal/members/by-email/seed_0@example.com",
                "/internal/members/by-access-token",
                "/v1/auth/../../internal/tokens/introspect",
                "/v1/auth/%2e%2e/%2e%2e/internal/tokens/introspect",
                "/v1/auth/..%2f..%2finternal/tokens/introspect",
                "/v1/members/..;/..;/internal/members/by-access-token",
                "//internal/tokens/introspect",
                "/actuator",
                "/actuator/health",
                "/actuator/prometheus",
                "/v1/auth/../../actuator/health",
                "/v1/schedules/%2e%2e/%2e%2e/actuator/health"
            })
    void internalPathsAreNotReachable(String path) {
        Answer answer =
                client.with("X-Service-Credential", "member-service:guess").get(path);

        assertThat(answer.status()).as(path).isBetween(400, 404);
        assertThat(answer.text("/code")).as(path).isNotEmpty();
    }

    @Test
    void clientCannotImpersonateAServiceOrAMember() {
        Answer answer = client.with("X-Service-Credential", "schedule-service:guess")
                .with("X-Member-Id", "018f0000-0000-7000-8000-000000000000")
                .get("/v1/members/me");

        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.text("/code")).isEqualTo("unauthorized");
    }

    @Test
    void traceOfTheClientIsContinued() {
        String trace = "4bf92f3577b34da6a3ce929d0e0e4736";

        Answer answer = client.with("traceparent", "00-" + trace + "-00f067aa0ba902b7-01")
                .get("/v1/locations");

        assertThat(answer.header("X-Trace-Id")).isEqualTo(trace);
    }

    @Test
    void apiPageIsServed() {
        assertThat(followed("/docs").status()).isEqualTo(200);
        assertThat(followed("/docs").body()).containsIgnoringCase("swagger");
    }

    private Answer followed(String path) {
        Answer answer = client.get(path);
        for (int hops = 0; hops < 3 && answer.status() / 100 == 3; hops++) {
            answer = client.get(answer.header("Location").replaceFirst("^https?://[^/]+", ""));
        }
        return answer;
    }
}
