package dev.haru.gateway.trace;

import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.ok;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.gateway.FakeServices;
import dev.haru.gateway.GatewayTest;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.web.reactive.server.WebTestClient;

@GatewayTest
class TraceTests {

    private static final String ID = "0af7651916cd43dd8448eb211c80319c";
    private static final String PARENT = "00-" + ID + "-b7ad6b7169203331-01";

    @Autowired
    WebTestClient client;

    @Autowired
    PrometheusMeterRegistry meters;

    @Test
    void traceOfTheClientIsContinued() {
        client.get()
                .uri("/v1/locations")
                .header("traceparent", PARENT)
                .header("tracestate", "vendor=value")
                .exchange()
                .expectHeader()
                .valueEquals("X-Trace-Id", ID);
        assertThat(received("traceparent")).isEqualTo(PARENT);
        assertThat(received("tracestate")).isEqualTo("vendor=value");
    }

    @Test
    void routeHeaderOfTheServiceIsNotForwarded() {
        FakeServices.schedule.stubFor(any(anyUrl()).willReturn(ok().withHeader("X-Trace-Route", "/v1/locations")));

        client.get()
                .uri("/v1/locations")
                .exchange()
                .expectStatus()
                .isOk()
                .expectHeader()
                .doesNotExist("X-Trace-Route");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nonsense",
                "00-00000000000000000000000000000000-b7ad6b7169203331-01",
                "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
                "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
                "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
            })
    void invalidTraceOfTheClientIsReplaced(String invalid) {
        String id = client.get()
                .uri("/v1/locations")
                .header("traceparent", invalid)
                .exchange()
                .expectHeader()
                .value(
                        "X-Trace-Id",
                        value -> assertThat(value).matches("[0-9a-f]{32}").isNotEqualTo(ID))
                .returnResult(Void.class)
                .getResponseHeaders()
                .getFirst("X-Trace-Id");
        assertThat(received("traceparent")).contains(id);
    }

    @Test
    void responseHasOneTraceIdIfTheServiceSendsOneToo() {
        FakeServices.schedule.stubFor(any(anyUrl()).willReturn(ok().withHeader("X-Trace-Id", ID)));
        client.get()
                .uri("/v1/locations")
                .header("traceparent", PARENT)
                .exchange()
                .expectHeader()
                .valueEquals("X-Trace-Id", ID);
    }

    @Test
    void problemContainsTheTraceId() {
        client.get()
                .uri("/nowhere")
                .header("traceparent", PARENT)
                .exchange()
                .expectHeader()
                .valueEquals("X-Trace-Id", ID)
                .expectBody()
                .jsonPath("$.traceId")
                .isEqualTo(ID);
    }

    @Test
    void requestMetricsHaveAnExemplarOfTheTrace() {
        // The Prometheus client keeps a bucket's exemplar for seven seconds, so the exemplar of an earlier test may
        // still be there.
        Awaitility.await().atMost(Duration.ofMinutes(2)).untilAsserted(() -> {
            client.get().uri("/v1/locations").header("traceparent", PARENT).exchange();
            assertThat(meters.scrape("application/openmetrics-text")
                            .lines()
                            .filter(line -> line.startsWith("http_server_requests_seconds_bucket"))
                            .filter(line -> line.contains("trace_id=\"" + ID + "\"")))
                    .anyMatch(line -> line.contains("uri=\"schedule-service\""));
        });
    }

    private static @Nullable String received(String header) {
        return FakeServices.requests().getFirst().getHeader(header);
    }
}
