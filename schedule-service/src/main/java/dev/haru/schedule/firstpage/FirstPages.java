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
 * The pages that are asked for, ready to be sent. Who asks for the first time waits for the assembly, together with all
 * others who do; from then on the page is renewed aside, and nobody waits. What cannot be renewed stays as it is for
 * {@code haru.first-page.stale-if-error}.
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
                .weigher((Key _, CachedPage kept) -> kept.page().size())
                .expireAfterWrite(properties.staleIfError())
                .recordStats()
                .build();
        CaffeineCacheMetrics.monitor(meters, pages, NAME, List.of());
    }

    /** The page if it is there; over all templates without a code. */
    @Nullable FirstPage ready(@Nullable String categoryCode, String language) {
        CachedPage kept = pages.getIfPresent(new Key(categoryCode, language));
        if (kept == null) {
            return null;
        }
        kept.ask();
        return kept.page();
    }

    /**
     * The page, perhaps made for this request; over all templates without a code.
     *
     * @throws dev.haru.schedule.category.UnknownCategory when there is no category with this code
     */
    FirstPage get(@Nullable String categoryCode, String language) {
        Category category = categoryCode == null ? null : categories.require(categoryCode);
        if (!properties.isKept()) {
            return assemble("request", category, language, null);
        }
        CachedPage kept = pages.get(
                new Key(categoryCode, language), _ -> new CachedPage(assemble("request", category, language, null), 0));
        kept.ask();
        return kept.page();
    }

    /** Assembles anew what is kept and was asked for of late, and forgets the rest. */
    void renew() {
        for (Map.Entry<Key, CachedPage> entry : pages.asMap().entrySet()) {
            CachedPage kept = entry.getValue();
            if (kept.isIdleFor(properties.idleRenewals())) {
                pages.asMap().remove(entry.getKey(), kept);
            } else {
                renew(entry.getKey(), kept);
            }
        }
    }

    private void renew(Key key, CachedPage kept) {
        try {
            Optional<Category> category =
                    Optional.ofNullable(key.categoryCode()).flatMap(categories::byCode);
            if (key.categoryCode() != null && category.isEmpty()) {
                pages.asMap().remove(key, kept);
                return;
            }
            FirstPage page = assemble("renewal", category.orElse(null), key.language(), kept.page());
            pages.asMap().replace(key, kept, kept.renewed(page));
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

    /** No code for the page over all templates. */
    record Key(@Nullable String categoryCode, String language) {}
}
