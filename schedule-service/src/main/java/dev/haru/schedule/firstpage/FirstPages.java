package dev.haru.schedule.firstpage;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import dev.haru.schedule.category.Categories;
import dev.haru.schedule.category.Category;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.cache.CaffeineCacheMetrics;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Caches the requested pages in the form in which they are sent. The first requests for a page wait for one assembly.
 * Afterwards a background thread renews the page, and no request waits. A page that cannot be renewed remains for
 * {@code haru.first-page.stale-if-error}.
 *
 * <p>Longer than 120 lines because the cache and the renewal of its pages share one state.
 */
@Component
class FirstPages {

    private static final Logger log = LoggerFactory.getLogger(FirstPages.class);

    private static final String NAME = "first-page";

    private final FirstPageAssembly assembly;
    private final Categories categories;
    private final FirstPageProperties properties;
    private final AssemblyMetrics metrics;
    private final Cache<Key, CachedPage> pages;

    @Autowired
    FirstPages(
            FirstPageAssembly assembly, Categories categories, FirstPageProperties properties, MeterRegistry meters) {
        this(assembly, categories, properties, meters, Ticker.systemTicker());
    }

    FirstPages(
            FirstPageAssembly assembly,
            Categories categories,
            FirstPageProperties properties,
            MeterRegistry meters,
            Ticker ticker) {
        this.assembly = assembly;
        this.categories = categories;
        this.properties = properties;
        this.metrics = new AssemblyMetrics(meters);
        this.pages = Caffeine.newBuilder()
                .ticker(ticker)
                .executor(Runnable::run)
                .maximumWeight(properties.memory().toBytes())
                .weigher((Key _, CachedPage cached) -> cached.page().size())
                .expireAfterWrite(properties.staleIfError())
                .recordStats()
                .build();
        CaffeineCacheMetrics.monitor(meters, pages, NAME, List.of());
    }

    /** Returns the page if it is cached, else null. Without a code, it is the page over all templates. */
    @Nullable FirstPage getIfCached(@Nullable String categoryCode, String language) {
        CachedPage cached = pages.getIfPresent(new Key(categoryCode, language));
        if (cached == null) {
            return null;
        }
        cached.markRequested();
        return cached.page();
    }

    /**
     * Returns the cached page, or assembles it for this request. Without a code, it is the page over all templates.
     *
     * @throws dev.haru.platform.problem.ProblemException with 404 when there is no category with this code
     */
    FirstPage get(@Nullable String categoryCode, String language) {
        Category category = categoryCode == null ? null : categories.require(categoryCode);
        if (!properties.isCacheEnabled()) {
            return assemble("request", category, language, null);
        }
        CachedPage cached = pages.get(
                new Key(categoryCode, language), _ -> new CachedPage(assemble("request", category, language, null), 0));
        cached.markRequested();
        return cached.page();
    }

    /** Renews the pages that were requested recently, and removes the others from the cache. */
    void renew() {
        for (Map.Entry<Key, CachedPage> entry : pages.asMap().entrySet()) {
            CachedPage cached = entry.getValue();
            if (cached.isIdleFor(properties.idleRenewals())) {
                pages.asMap().remove(entry.getKey(), cached);
            } else {
                renew(entry.getKey(), cached);
            }
        }
    }

    private void renew(Key key, CachedPage cached) {
        try {
            Optional<Category> category =
                    Optional.ofNullable(key.categoryCode()).flatMap(categories::byCode);
            if (key.categoryCode() != null && category.isEmpty()) {
                pages.asMap().remove(key, cached);
                return;
            }
            FirstPage page = assemble("renewal", category.orElse(null), key.language(), cached.page());
            pages.asMap().replace(key, cached, cached.renewed(page));
        } catch (RuntimeException failure) {
            log.warn("cannot refresh the first page of {}, the previous page remains: {}", key, failure.toString());
        }
    }

    private FirstPage assemble(
            String trigger, @Nullable Category category, String language, @Nullable FirstPage before) {
        return metrics.record(trigger, () -> {
            byte[] json = assembly.assemble(category, language);
            return before != null && before.isOf(json) ? before : FirstPage.of(json, language);
        });
    }

    /** The key of a page. Without a code, the page is the one over all templates. */
    record Key(@Nullable String categoryCode, String language) {}
}
