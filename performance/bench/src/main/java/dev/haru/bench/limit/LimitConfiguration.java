package dev.haru.bench.limit;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Adds both counting variants to schedule-service. */
@Configuration(proxyBeanMethods = false)
@Import(LimitController.class)
public class LimitConfiguration {

    @Bean
    CountedSchedules countedSchedules(CountedScheduleRepository schedules, @Value("${haru.schedule.limit}") int limit) {
        return new CountedSchedules(schedules, limit);
    }
}
