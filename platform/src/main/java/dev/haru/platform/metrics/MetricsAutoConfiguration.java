package dev.haru.platform.metrics;

import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.opentelemetry.api.GlobalOpenTelemetry;
import io.prometheus.metrics.tracer.common.SpanContext;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.prometheus.PrometheusProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Histogram buckets at the service level objectives, with exemplars. */
@AutoConfiguration
@ConditionalOnClass(MeterFilter.class)
public class MetricsAutoConfiguration {

    @Bean
    static MeterFilter buckets() {
        return new Buckets();
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({SpanContext.class, PrometheusMeterRegistry.class, PrometheusProperties.class})
    static class ForPrometheus {

        private static final String EXEMPLARS_EVERYWHERE = "io.prometheus.exporter.exemplarsOnAllMetricTypes";

        /**
         * Restricts exemplars to buckets and counters. Micrometer also adds them to the count of a histogram. An older
         * Prometheus (2.42, as in Debian) then refuses the whole scrape.
         */
        @Bean
        static BeanPostProcessor exemplarsOnBucketsAndCountersAlone() {
            return new BeanPostProcessor() {
                @Override
                public Object postProcessAfterInitialization(Object bean, String name) {
                    if (bean instanceof PrometheusProperties properties) {
                        properties.getProperties().putIfAbsent(EXEMPLARS_EVERYWHERE, "false");
                    }
                    return bean;
                }
            };
        }

        @Bean
        SpanContext exemplars() {
            return new Exemplars(GlobalOpenTelemetry.isSet());
        }
    }
}
