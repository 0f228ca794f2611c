package dev.haru.schedule.category;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.SchedulingConfigurer;
import org.springframework.scheduling.config.FixedDelayTask;

@Configuration(proxyBeanMethods = false)
class CategoryConfiguration {

    @Bean
    SchedulingConfigurer categoryRefresh(Categories categories, CategoryProperties properties) {
        return tasks -> tasks.addFixedDelayTask(
                new FixedDelayTask(categories::refresh, properties.refresh(), properties.refresh()));
    }
}
