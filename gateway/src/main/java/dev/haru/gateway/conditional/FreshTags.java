package dev.haru.gateway.conditional;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.cache.CaffeineCacheMetrics;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;

/** The entity tags of recent responses, each for as long as its service declared it fresh. */
@Component
final class FreshTags {

    private static final String NAME = "conditional-get";

    private final Duration longest;
    private final Cache<Variant, FreshTag> tags;

    FreshTags(ConditionalGetProperties properties, MeterRegistry meters) {
        this.longest = properties.longest();
        this.tags = Caffeine.newBuilder()
                .maximumSize(properties.size())
                .expireAfter(Expiry.<Variant, FreshTag>writing((_, tag) -> tag.freshFor()))
                .executor(Runnable::run)
                .recordStats()
                .build();
        CaffeineCacheMetrics.monitor(meters, tags, NAME, List.of());
    }

    @Nullable FreshTag of(Variant variant) {
        return tags.getIfPresent(variant);
    }

    void update(Variant variant, HttpHeaders response) {
        Optional<FreshTag> tag = FreshTag.of(response, longest, System.nanoTime());
        if (tag.isPresent()) {
            tags.put(variant, tag.get());
        } else {
            tags.invalidate(variant);
        }
    }
}
