package dev.haru.platform.deadline;

import dev.haru.platform.pipeline.ServletPipeline;
import feign.RequestInterceptor;
import jakarta.servlet.DispatcherType;
import java.time.Clock;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.servlet.HandlerExceptionResolver;

/** Enforces the deadline of each request. */
@AutoConfiguration
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
public class DeadlineAutoConfiguration {

    @Bean
    FilterRegistrationBean<DeadlineFilter> deadlineFilter(
            ObjectProvider<Clock> clock, @Qualifier("handlerExceptionResolver") HandlerExceptionResolver problems) {
        return ServletPipeline.DEADLINE.register(
                new DeadlineFilter(clock.getIfAvailable(Clock::systemUTC), problems),
                DispatcherType.REQUEST,
                DispatcherType.ASYNC);
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
}
