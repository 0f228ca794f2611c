package dev.haru.platform.zone;

import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Shows the version of the time zone rules. A service that computes local times imports it. */
@Configuration(proxyBeanMethods = false)
public class TimeZoneRulesConfiguration {

    @Bean
    TimeZoneRules timeZoneRules(Clock clock) {
        return TimeZoneRules.ofJvm(clock);
    }
}
