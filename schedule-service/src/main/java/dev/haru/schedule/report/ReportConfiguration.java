package dev.haru.schedule.report;

import com.github.benmanes.caffeine.cache.AsyncCache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.caffeine.CaffeineCache;
import org.springframework.cache.support.SimpleCacheManager;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class ReportConfiguration {

    /** Serves only the actuator endpoint, which shows and clears caches. */
    @Bean
    CacheManager cacheManager(ReportCaches caches) {
        SimpleCacheManager manager = new SimpleCacheManager();
        manager.setCaches(
                caches.all().stream().map(ReportConfiguration::springCache).toList());
        return manager;
    }

    @SuppressWarnings("unchecked") // Spring's cache interface has objects as keys and values.
    private static CaffeineCache springCache(ReportCache<?> cache) {
        return new CaffeineCache(cache.name(), (AsyncCache<Object, Object>) (AsyncCache<?, ?>) cache.entries(), false);
    }
}
