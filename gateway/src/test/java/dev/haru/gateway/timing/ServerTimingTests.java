package dev.haru.gateway.timing;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.ok;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.http.Fault;
import dev.haru.gateway.FakeServices;
import dev.haru.gateway.GatewayTest;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.HttpMethod;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.test.web.reactive.server.WebTestClient;

@GatewayTest
class ServerTimingTests {

    private static final String MILLIS = "[0-9]+(\\.[0-9]{3})?";

    @Autowired
    WebTestClient client;

    @Test
    void entriesOfTheServiceAreKeptAndTheGatewaysIsAdded() {
        FakeServices.schedule.stubFor(any(anyUrl())
                .willReturn(
                        ok().withHeader("Server-Timing", "schedule;dur=0.2, member;dur=0;desc=\"hit\", db;dur=0.1")));

        assertThat(timing(HttpMethod.GET, "/v1/schedules"))
                .matches("gw;dur=%1$s, schedule;dur=0.200, member;dur=0;desc=\"hit\", db;dur=0.100, net;dur=%1$s"
                        .formatted(MILLIS));
    }

    @Test
    void networkEntryOfTheServiceIsNotDuplicated() {
        FakeServices.schedule.stubFor(
                any(anyUrl()).willReturn(ok().withHeader("Server-Timing", "schedule;dur=0.2, net;dur=0.1")));

        assertThat(timing(HttpMethod.GET, "/v1/schedules").split("net;", -1)).hasSize(2);
    }

    @Test
    void serviceWithoutTheHeaderGetsOneEntry() {
        assertThat(timing(HttpMethod.GET, "/v1/schedules")).matches("gw;dur=%1$s, schedule;dur=%1$s".formatted(MILLIS));
    }

    @Test
    void brokenConnectionIsMarkedAsNoAnswer() {
        FakeServices.schedule.stubFor(any(anyUrl()).willReturn(aResponse().withFault(Fault.CONNECTION_RESET_BY_PEER)));

        assertThat(timing(HttpMethod.POST, "/v1/schedules"))
                .matches("gw;dur=%1$s, schedule;dur=%1$s;desc=\"no answer\"".formatted(MILLIS));
    }

    @ParameterizedTest
    @CsvSource({"GET, /nowhere", "GET, /mistake", "TRACE, /v1/schedules", "GET, /docs"})
    void responseOfTheGatewayHasOnlyItsOwnEntry(String method, String path) {
        assertThat(timing(HttpMethod.valueOf(method), path)).matches("gw;dur=" + MILLIS);
    }

    @Test
    void clientCannotAddEntries() {
        String timing = client.get()
                .uri("/nowhere")
                .header("Server-Timing", "forged;dur=1")
                .exchange()
                .returnResult(Void.class)
                .getResponseHeaders()
                .getFirst("Server-Timing");

        assertThat(timing).matches("gw;dur=" + MILLIS);
    }

    @Test
    void headerIsRemovedWhenNotShown() {
        MockServerWebExchange exchange = MockServerWebExchange.from(MockServerHttpRequest.get("/v1/schedules"));

        new ServerTimingFilter(new ServerTimingProperties(false))
                .filter(exchange, chained -> {
                    chained.getResponse().getHeaders().set("Server-Timing", "schedule;dur=1");
                    return chained.getResponse().setComplete();
                })
                .block();

        assertThat(exchange.getResponse().getHeaders().headerNames()).doesNotContain("Server-Timing");
    }

    @Test
    void allowedOriginMayReadTheTimes() {
        MockServerWebExchange exchange = MockServerWebExchange.from(MockServerHttpRequest.get("/v1/schedules"));

        new ServerTimingFilter(new ServerTimingProperties(true))
                .filter(exchange, chained -> {
                    chained.getResponse().getHeaders().setAccessControlAllowOrigin("https://app.example.com");
                    return chained.getResponse().setComplete();
                })
                .block();

        assertThat(exchange.getResponse().getHeaders().getFirst("Timing-Allow-Origin"))
                .isEqualTo("https://app.example.com");
    }

    private String timing(HttpMethod method, String path) {
        List<String> values = client.method(method)
                .uri(path)
                .exchange()
                .returnResult(Void.class)
                .getResponseHeaders()
                .getOrDefault("Server-Timing", List.of());
        assertThat(values).hasSize(1);
        return values.getFirst();
    }
}
