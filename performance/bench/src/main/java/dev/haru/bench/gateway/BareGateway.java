package dev.haru.bench.gateway;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;

/**
 * Spring Cloud Gateway in its default configuration, on the class path of Haru's gateway. {@code bare-gateway.yml} sets
 * only a port and one route.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class BareGateway {

    private BareGateway() {}

    static void main(String[] arguments) {
        System.setProperty("spring.config.name", "bare-gateway");
        SpringApplication.run(BareGateway.class, arguments);
    }
}
