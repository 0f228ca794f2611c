package dev.haru.platform.drain;

import org.apache.catalina.connector.Connector;
import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Delays the shutdown until client services have closed their connections. Without a period there is no delay. */
@AutoConfiguration
@ConditionalOnWebApplication
@EnableConfigurationProperties(DrainProperties.class)
public class DrainAutoConfiguration {

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(TomcatWebServer.class)
    static class OfTomcat {

        /** Tomcat reads this limit before each response. One request per connection closes every connection. */
        @Bean
        Drain tomcatDrain(ApplicationContext context, DrainProperties properties) {
            return new Drain(context, properties.period(), () -> {
                if (context instanceof WebServerApplicationContext server
                        && server.getWebServer() instanceof TomcatWebServer tomcat) {
                    for (Connector connector : tomcat.getTomcat().getService().findConnectors()) {
                        if (connector.getProtocolHandler() instanceof AbstractHttp11Protocol<?> http) {
                            http.setMaxKeepAliveRequests(1);
                        }
                    }
                }
            });
        }
    }

    /** For a server that checks {@link Drain#hasBegun} itself before each response. */
    @Bean
    @ConditionalOnMissingBean
    Drain drain(ApplicationContext context, DrainProperties properties) {
        return new Drain(context, properties.period(), () -> {});
    }
}
