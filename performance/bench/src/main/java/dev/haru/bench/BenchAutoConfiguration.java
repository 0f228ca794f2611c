package dev.haru.bench;

import dev.haru.bench.limit.LimitConfiguration;
import dev.haru.bench.naive.NaiveConfiguration;
import dev.haru.bench.password.PasswordBenchConfiguration;
import dev.haru.bench.templates.TemplateBenchConfiguration;
import dev.haru.bench.who.WhoController;
import java.util.Set;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;

/** Adds the benchmark endpoints and variants to a service. */
@AutoConfiguration(before = {HibernateJpaAutoConfiguration.class, DataJpaRepositoriesAutoConfiguration.class})
class BenchAutoConfiguration {

    @Bean
    static RemovedConfigurations removedConfigurations(Environment environment) {
        return new RemovedConfigurations(Binder.get(environment)
                .bind("bench.without", Bindable.setOf(String.class))
                .orElse(Set.of()));
    }

    /** Applies to the services, but not to the gateway, which has no Tomcat. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(TomcatServletWebServerFactory.class)
    static class Tomcat {

        @Bean
        WebServerFactoryCustomizer<TomcatServletWebServerFactory> constantAnswer() {
            return tomcat -> tomcat.addEngineValves(new ConstantAnswer());
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = "spring.application.name", havingValue = "member-service")
    @AutoConfigurationPackage(basePackageClasses = NaiveConfiguration.class)
    @Import(NaiveConfiguration.class)
    static class Naive {}

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = "spring.application.name", havingValue = "auth-service")
    @Import(PasswordBenchConfiguration.class)
    static class Passwords {}

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = "spring.application.name", havingValue = "schedule-service")
    @AutoConfigurationPackage(basePackageClasses = {TemplateBenchConfiguration.class, LimitConfiguration.class})
    @Import({TemplateBenchConfiguration.class, LimitConfiguration.class, WhoController.class})
    static class Schedules {}
}
