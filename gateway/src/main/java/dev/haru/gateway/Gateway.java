package dev.haru.gateway;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;

/** Starts the gateway. */
@SpringBootApplication
@ConfigurationPropertiesScan
class Gateway {

    private Gateway() {}

    static void main(String[] arguments) {
        SpringApplication.run(Gateway.class, arguments);
    }
}
