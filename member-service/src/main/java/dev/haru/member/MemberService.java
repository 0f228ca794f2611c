package dev.haru.member;

import java.time.Clock;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** Starts member-service. */
@SpringBootApplication
class MemberService {

    static void main(String[] args) {
        SpringApplication.run(MemberService.class, args);
    }

    @Bean
    Clock clock() {
        return Clock.systemUTC();
    }
}
