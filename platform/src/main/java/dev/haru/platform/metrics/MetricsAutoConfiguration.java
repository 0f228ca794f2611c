package dev.haru.platform.metrics;

import io.micrometer.core.instrument.config.MeterFilter;
import io.opentelemetry.api.GlobalOpenTelemetry;
import io.prometheus.metrics.tracer.common.SpanContext;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Histograms around the objectives, with exemplars; off with {@code haru.metrics.enabled=false}. */
@AutoConfiguration
@ConditionalOnClass(MeterFilter.class)
@ConditionalOnProperty(name = "haru.metrics.enabled", matchIfMissing = true)
class MetricsAutoConfiguration {

    @Bean
    static MeterFilter buckets() {
        return new Buckets();
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(SpanContext.class)
    static class ForPrometheus {

        @Bean
        SpanContext exemplars() {
            return new Exemplars(GlobalOpenTelemetry.isSet());
        }
    }
}
