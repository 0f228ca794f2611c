package dev.haru.gateway;

import java.time.Clock;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.Bean;
import org.springframework.scheduling.annotation.EnableScheduling;

/** Starts the gateway. */
@SpringBootApplication(proxyBeanMethods = false)
@ConfigurationPropertiesScan
@EnableScheduling
class Gateway {

    private Gateway() {}

    static void main(String[] arguments) {
        SpringApplication.run(Gateway.class, arguments);
    }

    @Bean
    Clock clock() {
        return Clock.systemUTC();
    }
}
