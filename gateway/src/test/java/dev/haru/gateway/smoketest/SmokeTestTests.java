package dev.haru.gateway.smoketest;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.delete;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.getRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.jsonResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.status;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.options;
import static com.github.tomakehurst.wiremock.stubbing.Scenario.STARTED;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import java.net.URI;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SmokeTestTests {

    @RegisterExtension
    final WireMockExtension gateway =
            WireMockExtension.newInstance().options(options().dynamicPort()).build();

    private final List<String> log = new ArrayList<>();

    @BeforeEach
    void stubHaru() {
        gateway.stubFor(post("/v1/auth/user/register").willReturn(jsonResponse("{\"memberId\":\"m\"}", 201)));
        gateway.stubFor(post("/v1/auth/user/login").willReturn(jsonResponse("{\"token\":\"hru_1\"}", 200)));
        gateway.stubFor(post("/v1/schedules")
                .withHeader("Authorization", equalTo("Bearer hru_1"))
                .willReturn(jsonResponse("{\"scheduleId\":\"s-1\"}", 201)));
        gateway.stubFor(get(urlPathEqualTo("/v1/schedules")).willReturn(jsonResponse("[{\"id\":\"s-1\"}]", 200)));
        gateway.stubFor(get("/v1/members/me").inScenario("erasure").willReturn(jsonResponse("{}", 200)));
        gateway.stubFor(get("/v1/members/me")
                .inScenario("erasure")
                .whenScenarioStateIs("erased")
                .willReturn(status(401)));
        gateway.stubFor(delete("/v1/auth/user")
                .inScenario("erasure")
                .whenScenarioStateIs(STARTED)
                .willSetStateTo("erased")
                .willReturn(status(202)));
    }

    @Test
    void expectedResponsesSucceed() {
        assertThat(succeeds()).as(log.toString()).isTrue();
        gateway.verify(2, getRequestedFor(urlPathEqualTo("/v1/members/me")));
    }

    @Test
    void unexpectedResponseFailsAndIsLogged() {
        gateway.stubFor(post("/v1/schedules")
                .willReturn(aResponse().withStatus(503).withBody("{\"code\":\"service-unavailable\"}")));

        assertThat(succeeds()).isFalse();
        assertThat(log.toString()).contains("POST /v1/schedules returned 503: {\"code\":\"service-unavailable\"}");
    }

    @Test
    void listWithoutTheScheduleFails() {
        gateway.stubFor(get(urlPathEqualTo("/v1/schedules")).willReturn(jsonResponse("[]", 200)));

        assertThat(succeeds()).isFalse();
        assertThat(log.toString()).contains("the schedule s-1 is not in the list");
    }

    @Test
    void unreachableGatewayFails() {
        assertThat(SmokeTest.succeeds(URI.create("http://127.0.0.1:1"), Clock.systemUTC(), log::add))
                .isFalse();
        assertThat(log.toString()).contains("The smoke test failed: ");
    }

    private boolean succeeds() {
        return SmokeTest.succeeds(URI.create(gateway.baseUrl()), Clock.systemUTC(), log::add);
    }
}
