package dev.haru.bench.naive;

import org.springframework.cloud.openfeign.EnableFeignClients;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;

/** Adds the naive variant to member-service. */
@Configuration(proxyBeanMethods = false)
@EnableFeignClients(clients = NaiveAuthApi.class)
@Import({NaiveMembers.class, NaiveController.class})
public class NaiveConfiguration {

    /** Security lets all requests pass, because the controller itself looks up the member by the token. */
    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE)
    SecurityFilterChain benchChain(HttpSecurity http) {
        return http.securityMatcher("/bench/**")
                .authorizeHttpRequests(calls -> calls.anyRequest().permitAll())
                .build();
    }
}
