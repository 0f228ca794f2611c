package dev.haru.platform.neighbour;

import feign.FeignException;
import feign.codec.ErrorDecoder;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.http.converter.autoconfigure.ClientHttpMessageConvertersCustomizer;
import org.springframework.cloud.openfeign.clientconfig.HttpClient5FeignConfiguration.HttpClientBuilderCustomizer;
import org.springframework.cloud.openfeign.support.FeignHttpMessageConverters;
import org.springframework.cloud.openfeign.support.HttpMessageConverterCustomizer;
import org.springframework.context.annotation.Bean;

/**
 * Feign calls end when their time-outs say so, and their answers belong to the caller. Off with
 * {@code haru.neighbour.enabled=false}.
 */
@AutoConfiguration
@ConditionalOnClass({HttpClientBuilderCustomizer.class, HttpClientBuilder.class})
@ConditionalOnProperty(name = "haru.neighbour.enabled", matchIfMissing = true)
class NeighbourAutoConfiguration {

    @Bean
    HttpClientBuilderCustomizer onlyStaleConnectionsAreRetried() {
        return builder -> builder.setRetryStrategy(new OnlyStaleConnections());
    }

    /** By status alone: the default makes any answer with Retry-After an exception that asks for another try. */
    @Bean
    @ConditionalOnMissingBean
    ErrorDecoder errorDecoder() {
        return FeignException::errorStatus;
    }

    /**
     * Filled before the first call: Spring Cloud fills it on demand, and of several first calls at once some find it
     * empty.
     */
    @Bean
    @ConditionalOnMissingBean
    FeignHttpMessageConverters feignHttpMessageConverters(
            ObjectProvider<ClientHttpMessageConvertersCustomizer> customizers,
            ObjectProvider<HttpMessageConverterCustomizer> feignCustomizers) {
        FeignHttpMessageConverters converters = new FeignHttpMessageConverters(customizers, feignCustomizers);
        converters.getConverters();
        return converters;
    }
}
