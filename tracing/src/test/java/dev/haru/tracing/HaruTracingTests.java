package dev.haru.tracing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.spi.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The extension in an SDK that is configured like the SDK of the agent. */
class HaruTracingTests {

    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";

    @TempDir
    private Path directory;

    @Test
    void requestIsOneLineOfOtlpJson() throws IOException {
        List<String> lines = recorded(
                tracer -> server(tracer, "GET /v1/locations", "/v1/locations").end());

        assertThat(lines)
                .singleElement()
                .asString()
                .startsWith("{\"resourceSpans\":[{\"resource\":")
                .contains("\"name\":\"GET /v1/locations\"", "\"kind\":2", "service.name", "thing-service", "thing-1")
                .doesNotContain("hru_secret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/actuator", "/actuator/health/readiness", "/actuator/prometheus"})
    void healthChecksAndMetricsAreNotTraced(String path) throws IOException {
        List<String> lines = recorded(tracer -> {
            Span check = server(tracer, "GET", path);
            tracer.spanBuilder("select")
                    .setParent(Context.root().with(check))
                    .startSpan()
                    .end();
            check.end();
        });

        assertThat(lines).isEmpty();
    }

    @Test
    void backgroundWorkIsNotTraced() throws IOException {
        assertThat(recorded(tracer -> {
                    tracer.spanBuilder("SELECT haru")
                            .setSpanKind(SpanKind.CLIENT)
                            .startSpan()
                            .end();
                    tracer.spanBuilder("relay").startSpan().end();
                }))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void messageIsTracedIfItsLinkedTraceIsSampled(boolean sampled) throws IOException {
        SpanContext origin = origin(sampled);

        List<String> lines = recorded(tracer -> tracer.spanBuilder("delivery")
                .setSpanKind(SpanKind.CONSUMER)
                .addLink(origin)
                .startSpan()
                .end());

        assertThat(lines).hasSize(sampled ? 1 : 0);
        if (sampled) {
            assertThat(lines.getFirst()).contains("\"links\":[{\"traceId\":\"" + TRACE);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void samplingDecisionOfTheClientServiceIsFollowed(boolean sampled) throws IOException {
        List<String> lines = recorded(
                Map.of("otel.traces.sampler.arg", sampled ? "0" : "1"),
                tracer -> tracer.spanBuilder("GET")
                        .setSpanKind(SpanKind.SERVER)
                        .setParent(Context.root().with(Span.wrap(origin(sampled))))
                        .startSpan()
                        .end());

        assertThat(lines).hasSize(sampled ? 1 : 0);
    }

    @Test
    void spansCarryTheProbabilityOfTheirTrace() throws IOException {
        List<String> lines = recorded(Map.of("otel.traces.sampler.arg", "0.25"), tracer -> {
            for (int i = 0; i < 1_000; i++) {
                Span request = server(tracer, "GET", "/v1/things");
                tracer.spanBuilder("child")
                        .setParent(Context.root().with(request))
                        .startSpan()
                        .end();
                request.end();
            }
        });

        int sampled = String.join("", lines).split("\"traceState\":\"ot=th:c\"", -1).length - 1;
        assertThat(sampled / 2).isBetween(180, 320);
        assertThat(String.join("", lines).split("\"spanId\"", -1)).hasSize(sampled + 1);
    }

    @Test
    void traceOfAClientsDecisionCarriesNoProbability() throws IOException {
        List<String> lines = recorded(tracer -> tracer.spanBuilder("GET")
                .setSpanKind(SpanKind.SERVER)
                .setParent(Context.root().with(Span.wrap(origin(true))))
                .startSpan()
                .end());

        assertThat(lines).singleElement().asString().doesNotContain("th:");
    }

    @Test
    void serverTimingIsKept() throws IOException {
        List<String> lines = recorded(tracer -> server(tracer, "GET", "/v1/things")
                .setAttribute(
                        AttributeKey.stringArrayKey("http.response.header.server-timing"),
                        List.of("thing;dur=1.2, db;dur=3.4"))
                .setAttribute(
                        AttributeKey.stringArrayKey("http.response.header.set-cookie"), List.of("session=hru_secret"))
                .end());

        assertThat(lines)
                .singleElement()
                .asString()
                .contains("thing;dur=1.2, db;dur=3.4")
                .doesNotContain("hru_secret");
    }

    @Test
    void attributesThatMayContainSecretsAreRemoved() throws IOException {
        List<String> lines = recorded(tracer -> {
            Span span = server(tracer, "GET /v1/things/{id}", "/v1/things/hru_secret")
                    .setAttribute("url.query", "access_token=hru_secret")
                    .setAttribute("url.full", "http://localhost/hru_secret")
                    .setAttribute("user_agent.original", "hru_secret")
                    .setAttribute("server.address", "hru_secret")
                    .setAttribute("http.route", "/v1/things/{id}")
                    .setAttribute(AttributeKey.longKey("http.response.status_code"), 500L)
                    .setStatus(StatusCode.ERROR, "hru_secret");
            span.recordException(new IllegalStateException("Key (token)=(hru_secret)"));
            tracer.spanBuilder("GET")
                    .setSpanKind(SpanKind.CLIENT)
                    .setParent(Context.root().with(span))
                    .setAttribute("db.system", "redis")
                    .setAttribute("db.statement", "GET hru_secret")
                    .startSpan()
                    .end();
            span.end();
        });

        assertThat(String.join("\n", lines))
                .contains("/v1/things/{id}", "http.response.status_code", "java.lang.IllegalStateException", "redis")
                .doesNotContain("hru_secret");
    }

    @Test
    void sqlStatementIsKept() throws IOException {
        List<String> lines = recorded(tracer -> server(tracer, "GET", "/v1/things")
                .setAttribute("db.system", "postgresql")
                .setAttribute("db.statement", "select 1 from thing where id = ?")
                .end());

        assertThat(lines).singleElement().asString().contains("select 1 from thing where id = ?");
    }

    @Test
    void routeReportedByTheServiceIsTheRoute() throws IOException {
        List<String> lines = recorded(tracer -> server(tracer, "GET /v1/things/{id}", "/v1/things/1")
                .setAttribute("http.route", "thing-service")
                .setAttribute("haru.route", "/v1/things/{id}")
                .end());

        assertThat(lines)
                .singleElement()
                .asString()
                .contains("\"key\":\"http.route\",\"value\":{\"stringValue\":\"/v1/things/{id}\"}")
                .doesNotContain("\"thing-service\"}}]", "haru.route");
    }

    @Test
    void invalidSettingIsReported() {
        assertThatThrownBy(() -> recorded(Map.of("haru.trace.files", "1"), _ -> {}))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("haru.trace.files=1 must be at least 2");
    }

    private static Span server(Tracer tracer, String name, String path) {
        return tracer.spanBuilder(name)
                .setSpanKind(SpanKind.SERVER)
                .setNoParent()
                .setAttribute("url.path", path)
                .startSpan();
    }

    private static SpanContext origin(boolean sampled) {
        return SpanContext.createFromRemoteParent(
                TRACE,
                "00f067aa0ba902b7",
                sampled ? TraceFlags.getSampled() : TraceFlags.getDefault(),
                TraceState.getDefault());
    }

    private List<String> recorded(Consumer<Tracer> work) throws IOException {
        return recorded(Map.of("otel.traces.sampler.arg", "1"), work);
    }

    private List<String> recorded(Map<String, String> settings, Consumer<Tracer> work) throws IOException {
        Path file = directory.resolve("spans.jsonl");
        Map<String, String> all = new HashMap<>(settings);
        all.put("otel.service.name", "thing-service");
        all.put("otel.resource.attributes", "process.command_args=hru_secret,k8s.pod.name=thing-1");
        all.put("haru.trace.file", file.toString());
        OpenTelemetrySdk sdk = AutoConfiguredOpenTelemetrySdk.builder()
                .addPropertiesCustomizer(_ -> all)
                .build()
                .getOpenTelemetrySdk();
        work.accept(sdk.getTracer("test"));
        assertThat(sdk.shutdown().join(3, TimeUnit.MINUTES).isSuccess())
                .as("all spans are written")
                .isTrue();
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }
}
