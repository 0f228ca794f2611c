package dev.haru.schedule.firstpage;

import dev.haru.platform.security.PublicEndpoints;
import dev.haru.schedule.category.Categories;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;

@Configuration(proxyBeanMethods = false)
class FirstPageConfiguration {

    private static final String OF_CATEGORY = CachedPageFilter.OVERALL + "/{category}";

    @Bean
    PublicEndpoints firstPageEndpoints() {
        return PublicEndpoints.of("GET " + CachedPageFilter.OVERALL, "GET " + OF_CATEGORY);
    }

    @Bean
    FilterRegistrationBean<CachedPageFilter> cachedPageFilter(
            FirstPages pages, FirstPageWriter writer, Categories categories, CachedPageMetrics metrics) {
        FilterRegistrationBean<CachedPageFilter> registration =
                new FilterRegistrationBean<>(new CachedPageFilter(pages, writer, categories, metrics));
        registration.addUrlPatterns(CachedPageFilter.OVERALL + "/*");
        // After the filters for the trace id, the server timing and the warm-up calls; before Spring's observation.
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE + 1);
        return registration;
    }
}
