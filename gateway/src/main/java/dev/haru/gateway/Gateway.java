package dev.haru.gateway;

import dev.haru.gateway.smoketest.SmokeTest;
import java.net.URI;
import java.time.Clock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.Bean;
import org.springframework.scheduling.annotation.EnableScheduling;

/**
 * Starts the gateway. With the arguments {@code journey <URL>} it runs {@link SmokeTest} against a running gateway
 * instead.
 */
@SpringBootApplication(proxyBeanMethods = false)
@ConfigurationPropertiesScan
@EnableScheduling
class Gateway {

    private Gateway() {}

    static void main(String[] arguments) {
        if (arguments.length == 2 && arguments[0].equals("journey")) {
            Logger log = LoggerFactory.getLogger(SmokeTest.class);
            System.exit(SmokeTest.succeeds(URI.create(arguments[1]), Clock.systemUTC(), log::info) ? 0 : 1);
        }
        SpringApplication.run(Gateway.class, arguments);
    }

    @Bean
    Clock clock() {
        return Clock.systemUTC();
    }
}
