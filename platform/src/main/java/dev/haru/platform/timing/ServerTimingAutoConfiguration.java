package dev.haru.platform.timing;

import dev.haru.platform.pipeline.ServletPipeline;
import feign.Capability;
import jakarta.servlet.DispatcherType;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.security.web.util.OnCommittedResponseWrapper;
import org.springframework.web.servlet.config.annotation.AsyncSupportConfigurer;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Adds {@code Server-Timing} to every response. */
@AutoConfiguration
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass({OnCommittedResponseWrapper.class, WebMvcConfigurer.class})
@EnableConfigurationProperties(ServerTimingProperties.class)
public class ServerTimingAutoConfiguration {

    @Bean
    FilterRegistrationBean<ServerTimingFilter> serverTimingFilter(
            ServerTimingProperties properties, Environment environment) {
        String service = environment.getProperty("spring.application.name", "app");
        return ServletPipeline.SERVER_TIMING.register(
                new ServerTimingFilter(TimingEntries.hop(service), properties.hits()),
                DispatcherType.REQUEST,
                DispatcherType.ASYNC,
                DispatcherType.ERROR);
    }

    @Bean
    WebMvcConfigurer serverTimingAsyncSupport() {
        return new WebMvcConfigurer() {
            @Override
            public void configureAsyncSupport(AsyncSupportConfigurer support) {
                support.registerCallableInterceptors(new TimingAsyncInterceptor());
            }
        };
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(Capability.class)
    static class Outgoing {

        @Bean
        Capability timedCalls() {
            return new TimedCalls();
        }
    }
}
