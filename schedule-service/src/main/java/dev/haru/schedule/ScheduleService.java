package dev.haru.schedule;

import dev.haru.platform.ServiceDefaults;
import dev.haru.platform.security.PublicEndpoints;
import dev.haru.platform.zone.TimeZoneRulesConfiguration;
import io.swagger.v3.oas.annotations.OpenAPIDefinition;
import io.swagger.v3.oas.annotations.info.Info;
import java.time.Clock;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.cache.autoconfigure.metrics.CacheMetricsAutoConfiguration;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.scheduling.annotation.EnableScheduling;

/** Starts schedule-service. */
// Prometheus allows only one set of tag names per metric. Spring's cache metrics have a tag for the cache manager, but
// the caches outside of a cache manager have none.
@SpringBootApplication(exclude = CacheMetricsAutoConfiguration.class)
@ServiceDefaults
@Import(TimeZoneRulesConfiguration.class)
@ConfigurationPropertiesScan
@EnableScheduling
@OpenAPIDefinition(info = @Info(title = "Haru schedule-service", description = "Schedules, reports and templates"))
class ScheduleService {

    static void main(String[] args) {
        SpringApplication.run(ScheduleService.class, args);
    }

    @Bean
    Clock clock() {
        return Clock.systemUTC();
    }

    @Bean
    PublicEndpoints publicEndpoints() {
        return PublicEndpoints.of("GET /v1/locations", "GET /v1/categories", "GET /v1/feeds/{file}");
    }

    /** These endpoints need no token. With a token, the responses include the member's own drafts and ratings. */
    @Bean
    PublicEndpoints personalEndpoints() {
        return PublicEndpoints.personal("GET /v1/templates", "GET /v1/templates/{id}");
    }
}
