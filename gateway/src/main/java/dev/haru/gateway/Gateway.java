package dev.haru.gateway;

import dev.haru.platform.drain.DrainAutoConfiguration;
import dev.haru.platform.language.LanguageAutoConfiguration;
import dev.haru.platform.log.LogAutoConfiguration;
import dev.haru.platform.metrics.MetricsAutoConfiguration;
import dev.haru.platform.redis.RedisAutoConfiguration;
import dev.haru.platform.warmup.WarmUpAutoConfiguration;
import java.time.Clock;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.cloud.gateway.config.GatewayNoLoadBalancerClientAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.scheduling.annotation.EnableScheduling;

/** Starts the gateway. */
// Its filter refuses the scheme lb in each request, and no route has this scheme.
@SpringBootApplication(proxyBeanMethods = false, exclude = GatewayNoLoadBalancerClientAutoConfiguration.class)
@ImportAutoConfiguration({
    RedisAutoConfiguration.class, // commands fail at once while Redis is unavailable
    WarmUpAutoConfiguration.class, // the first requests of clients are as fast as later ones
    DrainAutoConfiguration.class, // no request fails when the process stops
    MetricsAutoConfiguration.class, // histograms have buckets at the objectives
    LanguageAutoConfiguration.class, // texts for clients are in the language of the request
    LogAutoConfiguration.class // a failure that repeats does not flood the log
})
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
