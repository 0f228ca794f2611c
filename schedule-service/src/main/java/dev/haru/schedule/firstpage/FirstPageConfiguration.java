package dev.haru.schedule.firstpage;

import dev.haru.platform.pipeline.ServletPipeline;
import dev.haru.platform.security.PublicEndpoints;
import dev.haru.schedule.category.Categories;
import jakarta.servlet.DispatcherType;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

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
        FilterRegistrationBean<CachedPageFilter> registration = ServletPipeline.CACHED_RESPONSE.register(
                new CachedPageFilter(pages, writer, categories, metrics), DispatcherType.REQUEST);
        registration.addUrlPatterns(CachedPageFilter.OVERALL + "/*");
        return registration;
    }
}
