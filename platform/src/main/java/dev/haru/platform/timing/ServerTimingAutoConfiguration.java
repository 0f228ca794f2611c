package dev.haru.platform.timing;

import com.zaxxer.hikari.HikariDataSource;
import feign.Capability;
import jakarta.servlet.DispatcherType;
import java.util.EnumSet;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;
import org.springframework.security.web.util.OnCommittedResponseWrapper;
import org.springframework.web.servlet.config.annotation.AsyncSupportConfigurer;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Adds {@code Server-Timing} to every response. Off with {@code haru.server-timing.enabled=false}. */
@AutoConfiguration
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass({OnCommittedResponseWrapper.class, WebMvcConfigurer.class})
@ConditionalOnProperty(name = "haru.server-timing.enabled", matchIfMissing = true)
@EnableConfigurationProperties(ServerTimingProperties.class)
class ServerTimingAutoConfiguration {

    @Bean
    FilterRegistrationBean<ServerTimingFilter> serverTimingFilter(
            ServerTimingProperties properties, Environment environment) {
        String service = environment.getProperty("spring.application.name", "app");
        FilterRegistrationBean<ServerTimingFilter> registration =
                new FilterRegistrationBean<>(new ServerTimingFilter(TimingEntries.hop(service), properties.hits()));
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
        registration.setDispatcherTypes(EnumSet.of(DispatcherType.REQUEST, DispatcherType.ASYNC, DispatcherType.ERROR));
        return registration;
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

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(HikariDataSource.class)
    static class Database {

        @Bean
        static TimedPools timedPools() {
            return new TimedPools();
        }
    }
}
