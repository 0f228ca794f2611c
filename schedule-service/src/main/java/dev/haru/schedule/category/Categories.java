package dev.haru.schedule.category;

import com.github.benmanes.caffeine.cache.Ticker;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.CannotCreateTransactionException;

/**
 * The categories, in memory: read at start and every few minutes, when a deleted one disappears; and when one is asked
 * for that is not among them, but for misses no more often than {@code haru.categories.miss-pause}, however many ask.
 */
@Component
public class Categories {

    private static final Logger log = LoggerFactory.getLogger(Categories.class);

    private final CategoryTable table;
    private final long missPause;
    private final Ticker ticker;
    private final MeterRegistry meters;
    private volatile CategoryIndex known;
    private volatile long readAt;

    @Autowired
    Categories(CategoryTable table, CategoryProperties properties, MeterRegistry meters) {
        this(table, properties, meters, Ticker.systemTicker());
    }

    Categories(CategoryTable table, CategoryProperties properties, MeterRegistry meters, Ticker ticker) {
        this.table = table;
        this.missPause = properties.missPause().toNanos();
        this.ticker = ticker;
        this.meters = meters;
        this.readAt = ticker.read();
        this.known = new CategoryIndex(table.read());
        count("start", "read");
        Gauge.builder("haru.categories", () -> known.all().size())
                .description("Categories in memory")
                .register(meters);
    }

    /** All of them, by id. */
    public List<Category> all() {
        return known.all();
    }

    /** The language that fits who asks best, of those that categories have names in. */
    public String languageFor(@Nullable String acceptLanguage) {
        return Languages.of(acceptLanguage, known.languages());
    }

    /** The one with this code, if there is one. */
    public Optional<Category> byCode(String code) {
        return find(index -> index.byCode(code));
    }

    /** The one with this id, if there is one. */
    public Optional<Category> byId(int id) {
        return find(index -> index.byId(id));
    }

    /** The one with this code, or a 404 that names the codes there are. */
    public Category require(String code) {
        return byCode(code).orElseThrow(() -> UnknownCategory.among(all()));
    }

    /** Its name in the language that fits who asks. */
    public CategoryResponse describe(int id, @Nullable String acceptLanguage) {
        Category category = byId(id).orElseThrow(() -> new IllegalStateException("no category " + id));
        return CategoryResponse.of(
                category, Languages.of(acceptLanguage, category.names().keySet()));
    }

    /** Reads them anew; when that fails, those of before stay. */
    synchronized void refresh() {
        try {
            read("refresh");
        } catch (DataAccessException | CannotCreateTransactionException failure) {
            log.warn("the categories could not be read, those of before stay: {}", failure.getMessage());
        }
    }

    private Optional<Category> find(Function<CategoryIndex, @Nullable Category> search) {
        Category category = search.apply(known);
        return category != null ? Optional.of(category) : Optional.ofNullable(search.apply(afterMiss()));
    }

    /** Those who miss at once wait for one reading. */
    private CategoryIndex afterMiss() {
        if (ticker.read() - readAt >= missPause) {
            synchronized (this) {
                if (ticker.read() - readAt >= missPause) {
                    read("miss");
                }
            }
        }
        return known;
    }

    private void read(String trigger) {
        try {
            known = new CategoryIndex(table.read());
            readAt = ticker.read();
            count(trigger, "read");
        } catch (RuntimeException failure) {
            count(trigger, "failed");
            throw failure;
        }
    }

    private void count(String trigger, String outcome) {
        meters.counter("haru.categories.readings", "trigger", trigger, "outcome", outcome)
                .increment();
    }
}
