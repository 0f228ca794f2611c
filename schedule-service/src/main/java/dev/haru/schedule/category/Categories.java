package dev.haru.schedule.category;

import com.github.benmanes.caffeine.cache.Ticker;
import dev.haru.platform.deadline.Deadline;
import dev.haru.platform.deadline.DeadlineExceeded;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
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
 * for that is not among them, but for misses no more often than {@code haru.categories.miss-pause}, however many ask
 * and whether or not they can be read.
 */
@Component
public class Categories {

    private static final Logger log = LoggerFactory.getLogger(Categories.class);

    private final CategoryTable table;
    private final long missPause;
    private final Ticker ticker;
    private final MeterRegistry meters;
    private final Lock reading = new ReentrantLock();
    private volatile CategoryIndex known;
    private volatile long triedAt;

    /** What the last reading has failed with; null when it has not. */
    private volatile @Nullable RuntimeException failure;

    @Autowired
    Categories(CategoryTable table, CategoryProperties properties, MeterRegistry meters) {
        this(table, properties, meters, Ticker.systemTicker());
    }

    Categories(CategoryTable table, CategoryProperties properties, MeterRegistry meters, Ticker ticker) {
        this.table = table;
        this.missPause = properties.missPause().toNanos();
        this.ticker = ticker;
        this.meters = meters;
        this.triedAt = ticker.read();
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
    void refresh() {
        reading.lock();
        try {
            read("refresh");
        } catch (DataAccessException | CannotCreateTransactionException unread) {
            log.warn("cannot read the categories, the previous categories remain: {}", unread.getMessage());
        } finally {
            reading.unlock();
        }
    }

    private Optional<Category> find(Function<CategoryIndex, @Nullable Category> search) {
        Category category = search.apply(known);
        return category != null ? Optional.of(category) : Optional.ofNullable(search.apply(afterMiss()));
    }

    /**
     * Those who miss at once wait for one reading. Not after one that has failed: without the database each reading
     * lasts as long as the pool waits, and those who wait for it are threads that others' answers from memory lack.
     */
    private CategoryIndex afterMiss() {
        if (isDue() && takesTurn()) {
            try {
                if (isDue()) {
                    read("miss");
                }
            } finally {
                reading.unlock();
            }
        }
        RuntimeException unread = failure;
        if (unread != null) {
            throw unread;
        }
        return known;
    }

    private boolean isDue() {
        return ticker.read() - triedAt >= missPause;
    }

    private boolean takesTurn() {
        if (failure != null) {
            return reading.tryLock();
        }
        reading.lock();
        return true;
    }

    private void read(String trigger) {
        try {
            known = new CategoryIndex(table.read());
            failure = null;
            triedAt = ticker.read();
            count(trigger, "read");
        } catch (RuntimeException unread) {
            count(trigger, "failed");
            // Whose own time was over says nothing about the database.
            if (!(Deadline.forOthers(unread) instanceof DeadlineExceeded)) {
                failure = unread;
                triedAt = ticker.read();
            }
            throw unread;
        }
    }

    private void count(String trigger, String outcome) {
        meters.counter("haru.categories.readings", "trigger", trigger, "outcome", outcome)
                .increment();
    }
}
