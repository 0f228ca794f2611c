package dev.haru.schedule.firstpage;

import dev.haru.platform.security.PublicEndpoints;
import dev.haru.schedule.category.Categories;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;

@Configuration(proxyBeanMethods = false)
class FirstPageConfiguration {

    private static final String OF_CATEGORY = ReadyPageFilter.OVERALL + "/{category}";

    @Bean
    PublicEndpoints firstPageEndpoints() {
        return PublicEndpoints.of("GET " + ReadyPageFilter.OVERALL, "GET " + OF_CATEGORY);
    }

    @Bean
    FilterRegistrationBean<ReadyPageFilter> readyPageFilter(
            FirstPages pages, FirstPageAnswer answer, Categories categories, ReadyPageMetrics metrics) {
        FilterRegistrationBean<ReadyPageFilter> registration =
                new FilterRegistrationBean<>(new ReadyPageFilter(pages, answer, categories, metrics));
        registration.addUrlPatterns(ReadyPageFilter.OVERALL + "/*");
        // After trace id, timing and the warm-up's pass, before Spring's observation.
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE + 1);
        return registration;
    }
}
