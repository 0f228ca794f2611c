package dev.haru.platform.warmup;

import dev.haru.platform.pipeline.ServletPipeline;
import feign.RequestInterceptor;
import io.micrometer.observation.ObservationPredicate;
import jakarta.servlet.DispatcherType;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Makes readiness wait for the warm-up. Off with {@code haru.warm-up.enabled=false}. Warm-up calls of client services
 * are recognised in either case.
 */
@AutoConfiguration
@ConditionalOnBean(WarmUpScenario.class)
@EnableConfigurationProperties(WarmUpProperties.class)
public class WarmUpAutoConfiguration {

    @Bean
    WarmUpPass warmUpPass() {
        return new WarmUpPass();
    }

    @Bean
    @ConditionalOnProperty(name = "haru.warm-up.enabled", matchIfMissing = true)
    WarmUp warmUp(
            WarmUpProperties properties,
            WarmUpScenario scenario,
            WarmUpPass pass,
            ConfigurableApplicationContext context,
            ServerProperties server) {
        return new WarmUp(properties, scenario, pass, context, server.getAddress());
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
    @ConditionalOnClass(ObservationPredicate.class)
    static class Incoming {

        @Bean
        FilterRegistrationBean<WarmUpFilter> warmUpFilter(WarmUpPass pass) {
            return ServletPipeline.WARM_UP.register(new WarmUpFilter(pass), DispatcherType.REQUEST);
        }

        /** Excludes warm-up calls from the metrics of routes. */
        @Bean
        ObservationPredicate onlyRealRequests() {
            return (_, _) -> WarmUpContext.isMeasured();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(RequestInterceptor.class)
    static class Outgoing {

        /** Marks the upstream calls of a warm-up call as warm-up calls too. */
        @Bean
        RequestInterceptor warmUpInterceptor() {
            return call -> {
                if (WarmUpContext.marksUpstreamCalls()) {
                    call.header(WarmUpPass.HEADER, WarmUpPass.TO_UPSTREAM);
                }
            };
        }
    }
}
