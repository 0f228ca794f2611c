package dev.haru.platform.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.platform.trace.TraceIds;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.prometheus.PrometheusMetricsExportAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class MetricsAutoConfigurationTests {

    private static final String OPEN_METRICS = "application/openmetrics-text";

    private final ApplicationContextRunner service = new ApplicationContextRunner()
            .withPropertyValues("management.prometheus.metrics.export.enabled=true")
            .withConfiguration(AutoConfigurations.of(
                    org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration.class,
                    CompositeMeterRegistryAutoConfiguration.class,
                    PrometheusMetricsExportAutoConfiguration.class,
                    MetricsAutoConfiguration.class));

    @Test
    void timedRequestHasABucketWithAnExemplar() {
        service.run(context -> {
            PrometheusMeterRegistry meters = context.getBean(PrometheusMeterRegistry.class);
            SpanContext span = TraceIds.unsampled();
            try (Scope _ = Context.root().with(Span.wrap(span)).makeCurrent()) {
                Timer.builder("http.server.requests").register(meters).record(Duration.ofMillis(30));
            }

            assertThat(meters.scrape(OPEN_METRICS).lines())
                    .filteredOn(line -> line.contains("le=\"0.05\""))
                    .singleElement()
                    .asString()
                    .startsWith("http_server_requests_seconds_bucket{le=\"0.05\"} 1 # {")
                    .contains("trace_id=\"" + span.getTraceId() + "\"");
            assertThat(meters.scrape(OPEN_METRICS).lines())
                    .as("readable by Prometheus 2.42")
                    .contains("http_server_requests_seconds_count 1");
            assertThat(meters.scrape(OPEN_METRICS)).contains("le=\"1.0\"").doesNotContain("le=\"0.001\"");
        });
    }

    @Test
    void otherTimersHaveNoBuckets() {
        service.run(context -> {
            PrometheusMeterRegistry meters = context.getBean(PrometheusMeterRegistry.class);
            meters.timer("other").record(Duration.ofMillis(30));

            assertThat(meters.scrape()).contains("other_seconds_count").doesNotContain("other_seconds_bucket");
        });
    }

    @Test
    void exemplarsUnderAnAgentAreSampledTracesOnly() {
        Exemplars exemplars = new Exemplars(true);
        SpanContext dropped = TraceIds.unsampled();
        SpanContext kept = SpanContext.create(
                dropped.getTraceId(), dropped.getSpanId(), TraceFlags.getSampled(), TraceState.getDefault());

        assertThat(exemplars.isCurrentSpanSampled()).isFalse();
        try (Scope _ = Context.root().with(Span.wrap(dropped)).makeCurrent()) {
            assertThat(exemplars.isCurrentSpanSampled()).isFalse();
            assertThat(new Exemplars(false).isCurrentSpanSampled()).isTrue();
        }
        try (Scope _ = Context.root().with(Span.wrap(kept)).makeCurrent()) {
            assertThat(exemplars.isCurrentSpanSampled()).isTrue();
        }
    }
}
