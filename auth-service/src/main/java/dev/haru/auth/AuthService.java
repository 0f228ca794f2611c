package dev.haru.auth;

import dev.haru.platform.security.PublicEndpoints;
import java.security.SecureRandom;
import java.time.Clock;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.cloud.openfeign.EnableFeignClients;
import org.springframework.context.annotation.Bean;
import org.springframework.scheduling.annotation.EnableScheduling;

/** Starts auth-service. */
@SpringBootApplication
@ConfigurationPropertiesScan
@EnableFeignClients
@EnableScheduling
class AuthService {

    static void main(String[] args) {
        SpringApplication.run(AuthService.class, args);
    }

    @Bean
    Clock clock() {
        return Clock.systemUTC();
    }

    @Bean
    SecureRandom secureRandom() {
        return new SecureRandom();
    }

    @Bean
    PublicEndpoints publicEndpoints() {
        return PublicEndpoints.of(
                "POST /v1/auth/user/register",
                "POST /v1/auth/user/login",
                "POST /v1/auth/user/refresh",
                "GET /v1/auth/challenge");
    }
}
