package dev.haru.platform.deadline;

import com.zaxxer.hikari.HikariDataSource;
import feign.RequestInterceptor;
import jakarta.servlet.DispatcherType;
import java.time.Clock;
import java.util.EnumSet;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.web.servlet.HandlerExceptionResolver;

/** Enforces the deadline of each request. Off with {@code haru.deadline.enabled=false}. */
@AutoConfiguration
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnProperty(name = "haru.deadline.enabled", matchIfMissing = true)
class DeadlineAutoConfiguration {

    /**
     * After the trace filter, because a refusal carries the trace id; before security, which calls upstream services.
     */
    private static final int ORDER = Ordered.HIGHEST_PRECEDENCE + 20;

    @Bean
    FilterRegistrationBean<DeadlineFilter> deadlineFilter(
            ObjectProvider<Clock> clock, @Qualifier("handlerExceptionResolver") HandlerExceptionResolver problems) {
        FilterRegistrationBean<DeadlineFilter> registration =
                new FilterRegistrationBean<>(new DeadlineFilter(clock.getIfAvailable(Clock::systemUTC), problems));
        registration.setOrder(ORDER);
        registration.setDispatcherTypes(EnumSet.of(DispatcherType.REQUEST, DispatcherType.ASYNC));
        return registration;
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(RequestInterceptor.class)
    static class Outgoing {

        @Bean
        RequestInterceptor deadlineInterceptor() {
            return call -> {
                Deadline deadline = Deadline.current();
                if (deadline != null) {
                    call.header(Deadline.HEADER, deadline.header());
                }
            };
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(HikariDataSource.class)
    static class Statements {

        @Bean
        static BeanPostProcessor deadlineOfStatements() {
            return new BeanPostProcessor() {
                @Override
                public Object postProcessBeforeInitialization(Object bean, String name) {
                    if (bean instanceof HikariDataSource pool) {
                        BoundedDataSource.under(pool);
                    }
                    return bean;
                }
            };
        }
    }
}
