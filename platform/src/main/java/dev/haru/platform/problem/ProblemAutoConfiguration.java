package dev.haru.platform.problem;

import dev.haru.platform.language.Messages;
import org.apache.catalina.core.StandardHost;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/** Problem details for every failure. */
@AutoConfiguration(before = {WebMvcAutoConfiguration.class, ErrorMvcAutoConfiguration.class})
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
public class ProblemAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean(ResponseEntityExceptionHandler.class)
    ProblemHandler problemHandler(Messages messages) {
        return new ProblemHandler(messages);
    }

    @Bean
    @ConditionalOnMissingBean(ErrorController.class)
    ProblemErrorController problemErrorController(Messages messages) {
        return new ProblemErrorController(messages);
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(TomcatServletWebServerFactory.class)
    static class Container {

        /**
         * Runs inside Spring Boot's own valve, which then has nothing left to write, and outside the valve that checks
         * requests.
         */
        @Bean
        @Order(Ordered.LOWEST_PRECEDENCE - 1)
        WebServerFactoryCustomizer<TomcatServletWebServerFactory> containerRefusals(Messages messages) {
            return tomcat -> tomcat.addContextCustomizers(context -> {
                context.getParent().getPipeline().addValve(new ContainerRefusals(messages));
                if (context.getParent() instanceof StandardHost host) {
                    host.setErrorReportValveClass(null); // otherwise Tomcat adds its own
                }
            });
        }
    }
}
