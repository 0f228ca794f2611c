package dev.haru.platform.upstream;

import feign.Capability;
import feign.FeignException;
import feign.codec.Decoder;
import feign.codec.Encoder;
import feign.codec.ErrorDecoder;
import io.github.resilience4j.micrometer.tagged.TaggedBulkheadMetrics;
import io.github.resilience4j.micrometer.tagged.TaggedCircuitBreakerMetrics;
import io.github.resilience4j.micrometer.tagged.TaggedRetryMetrics;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.cloud.openfeign.FeignAutoConfiguration;
import org.springframework.cloud.openfeign.clientconfig.HttpClient5FeignConfiguration.HttpClientBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.json.JsonMapper;

/** Adds timeouts, deadlines and resilience policies to Feign calls. Callers handle error responses themselves. */
@AutoConfiguration(before = FeignAutoConfiguration.class, after = JacksonAutoConfiguration.class)
@ConditionalOnClass({HttpClientBuilderCustomizer.class, HttpClientBuilder.class})
@EnableConfigurationProperties(UpstreamProperties.class)
public class UpstreamAutoConfiguration {

    /** Upstream services send no redirects, do not compress, and authenticate client services by a header. */
    @Bean
    HttpClientBuilderCustomizer upstreamHttpClient() {
        return builder -> builder.setRetryStrategy(new StaleConnectionRetry())
                .disableRedirectHandling()
                .disableContentCompression()
                .disableAuthCaching();
    }

    @Bean
    @ConditionalOnMissingBean({Encoder.class, Decoder.class})
    JsonBodies upstreamBodies(JsonMapper json) {
        return new JsonBodies(json);
    }

    @Bean
    ResiliencePolicies resiliencePolicies(UpstreamProperties properties) {
        return new ResiliencePolicies(properties);
    }

    @Bean
    Capability resilienceCapability(ResiliencePolicies policies) {
        return new ResilienceCapability(policies);
    }

    /** Decodes errors by status only. The default turns any response with Retry-After into a retryable exception. */
    @Bean
    @ConditionalOnMissingBean
    ErrorDecoder errorDecoder() {
        return FeignException::errorStatus;
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterBinder.class)
    static class Meters {

        @Bean
        MeterBinder upstreamMeters(ResiliencePolicies policies) {
            return meters -> {
                TaggedCircuitBreakerMetrics.ofCircuitBreakerRegistry(policies.breakers())
                        .bindTo(meters);
                TaggedBulkheadMetrics.ofBulkheadRegistry(policies.bulkheads()).bindTo(meters);
                TaggedRetryMetrics.ofRetryRegistry(policies.retries()).bindTo(meters);
            };
        }
    }
}
