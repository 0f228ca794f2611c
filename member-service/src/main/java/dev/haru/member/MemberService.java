package dev.haru.member;

import dev.haru.platform.ServiceDefaults;
import dev.haru.platform.security.PublicEndpoints;
import dev.haru.platform.zone.TimeZoneRulesConfiguration;
import java.time.Clock;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.scheduling.annotation.EnableScheduling;

/** Starts member-service. */
@SpringBootApplication
@ServiceDefaults
@Import(TimeZoneRulesConfiguration.class)
@EnableScheduling
class MemberService {

    static void main(String[] args) {
        SpringApplication.run(MemberService.class, args);
    }

    @Bean
    Clock clock() {
        return Clock.systemUTC();
    }

    @Bean
    PublicEndpoints publicEndpoints() {
        return PublicEndpoints.of("GET /v1/regions");
    }
}
