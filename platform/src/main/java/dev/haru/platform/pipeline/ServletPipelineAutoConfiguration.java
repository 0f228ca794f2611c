package dev.haru.platform.pipeline;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.web.filter.ServerHttpObservationFilter;

/** Moves Spring Boot's observation of requests to its step. Its own order leaves no room for the steps before it. */
@AutoConfiguration
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
public class ServletPipelineAutoConfiguration {

    @Bean
    static BeanPostProcessor observationAtItsStep() {
        return new BeanPostProcessor() {
            @Override
            public Object postProcessAfterInitialization(Object bean, String name) {
                if (bean instanceof FilterRegistrationBean<?> registration
                        && registration.getFilter() instanceof ServerHttpObservationFilter) {
                    registration.setOrder(ServletPipeline.OBSERVATION.order());
                }
                return bean;
            }
        };
    }
}
