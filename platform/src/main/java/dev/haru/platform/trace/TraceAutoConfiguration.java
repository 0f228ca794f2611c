package dev.haru.platform.trace;

import dev.haru.platform.pipeline.ServletPipeline;
import feign.RequestInterceptor;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import jakarta.servlet.DispatcherType;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.cloud.openfeign.clientconfig.HttpClient5FeignConfiguration.HttpClientBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.TaskDecorator;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Adds trace ids to every request and to every upstream call. */
@AutoConfiguration
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
public class TraceAutoConfiguration {

    @Bean
    FilterRegistrationBean<TraceFilter> traceFilter() {
        return ServletPipeline.TRACE.register(
                new TraceFilter(), DispatcherType.REQUEST, DispatcherType.ASYNC, DispatcherType.ERROR);
    }

    @Bean
    TaskDecorator traceTaskDecorator() {
        return new TraceTaskDecorator();
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(HttpClientBuilderCustomizer.class)
    static class Names {

        @Bean
        NamedCalls namedCalls() {
            return new NamedCalls();
        }

        @Bean
        HttpClientBuilderCustomizer namedSpans(NamedCalls names) {
            return builder -> builder.addRequestInterceptorLast(names);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(WebMvcConfigurer.class)
    static class Routes {

        @Bean
        WebMvcConfigurer traceRoutes() {
            return new WebMvcConfigurer() {
                @Override
                public void addInterceptors(InterceptorRegistry registry) {
                    registry.addInterceptor(new RouteInterceptor());
                }
            };
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(RequestInterceptor.class)
    static class Outgoing {

        @Bean
        RequestInterceptor traceInterceptor() {
            return call -> W3CTraceContextPropagator.getInstance()
                    .inject(Context.current(), call, (carrier, key, value) -> {
                        if (carrier != null) {
                            carrier.header(key, value);
                        }
                    });
        }
    }
}
