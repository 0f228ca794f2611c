package dev.haru.auth;

import dev.haru.platform.ServiceDefaults;
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
@ServiceDefaults
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
                "POST /v1/auth/user/login/second-factor",
                "POST /v1/auth/user/login/passkey/options",
                "POST /v1/auth/user/login/passkey",
                "POST /v1/auth/user/login/second-factor/passkey/options",
                "POST /v1/auth/user/login/second-factor/passkey",
                "POST /v1/auth/user/refresh",
                "GET /v1/auth/challenge",
                "POST /v1/auth/email/verification/link",
                "POST /v1/auth/email/restoration",
                "POST /v1/auth/recovery",
                "POST /v1/auth/recovery/password",
                "POST /v1/auth/recovery/sign-out");
    }
}
