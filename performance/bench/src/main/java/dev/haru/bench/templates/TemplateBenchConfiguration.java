package dev.haru.bench.templates;

import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;

/** Adds the other implementations of the first page to schedule-service. */
@Configuration(proxyBeanMethods = false)
@Import({NaiveFirstPages.class, TemplateBenchController.class})
public class TemplateBenchConfiguration {

    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE)
    SecurityFilterChain benchChain(HttpSecurity http) {
        return http.securityMatcher("/bench/**")
                .authorizeHttpRequests(calls -> calls.anyRequest().permitAll())
                .build();
    }

    /** Runs each query twice, once to explain it. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty("bench.plans")
    @Import(PlanController.class)
    static class Plans {

        @Bean
        static ExplainedQueries explainedQueries() {
            return new ExplainedQueries();
        }
    }
}
