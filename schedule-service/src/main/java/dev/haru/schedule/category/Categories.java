package dev.haru.schedule.category;

import com.github.benmanes.caffeine.cache.Ticker;
import dev.haru.platform.deadline.Deadline;
import dev.haru.platform.deadline.DeadlineExceeded;
import dev.haru.platform.language.Languages;
import dev.haru.platform.language.ReferenceList;
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
 * The categories, in memory. The service reads them at start and every few minutes; a deleted category disappears with
 * the next read. A look-up of an unknown category also reads them, but at most once in
 * {@code haru.categories.miss-pause}. This bound holds for any number of requests, and also while reads fail.
 *
 * <p>Longer than 120 lines because the reads at start, at intervals and after a miss share one lock.
 */
@Component
public class Categories {

    private static final Logger log = LoggerFactory.getLogger(Categories.class);

    private final CategoryTable table;
    private final long missPause;
    private final Ticker ticker;
    private final MeterRegistry meters;
    private final Lock readLock = new ReentrantLock();
    private volatile CategoryIndex index;
    private volatile long lastAttemptAt;

    /** The failure of the last read; null if the read succeeded. */
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
        this.lastAttemptAt = ticker.read();
        this.index = new CategoryIndex(table.read());
        count("start", "read");
        Gauge.builder("haru.categories", () -> index.all().size())
                .description("Categories in memory")
                .register(meters);
    }

    /** Returns all categories, by id. */
    public List<Category> all() {
        return index.all();
    }

    /** Returns all categories for clients, by id, in each language. */
    ReferenceList<CategoriesResponse> list() {
        return index.list();
    }

    /**
     * Returns the language that best fits the {@code Accept-Language} header, of those in which categories have names.
     */
    public String languageFor(@Nullable String acceptLanguage) {
        return Languages.of(acceptLanguage, index.languages());
    }

    /** Returns the category with this code, if there is one. */
    public Optional<Category> byCode(String code) {
        return find(index -> index.byCode(code));
    }

    /** Returns the category with this id, if there is one. */
    public Optional<Category> byId(int id) {
        return find(index -> index.byId(id));
    }

    /** Returns the category with this code, or throws a 404 problem that lists the existing codes. */
    public Category require(String code) {
        return byCode(code).orElseThrow(() -> UnknownCategory.among(all()));
    }

    /** Returns the category with its name in the language that best fits the {@code Accept-Language} header. */
    public CategoryResponse describe(int id, @Nullable String acceptLanguage) {
        Category category = byId(id).orElseThrow(() -> new IllegalStateException("no category " + id));
        return CategoryResponse.of(
                category, Languages.of(acceptLanguage, category.names().keySet()));
    }

    /** Reads the categories again; if that fails, the previous categories remain. */
    void refresh() {
        readLock.lock();
        try {
            read("refresh");
        } catch (DataAccessException | CannotCreateTransactionException readFailure) {
            log.warn("cannot read the categories, the previous categories remain: {}", readFailure.getMessage());
        } finally {
            readLock.unlock();
        }
    }

    private Optional<Category> find(Function<CategoryIndex, @Nullable Category> search) {
        Category category = search.apply(index);
        return category != null ? Optional.of(category) : Optional.ofNullable(search.apply(afterMiss()));
    }

    /**
     * Reads the categories after a miss; concurrent misses wait for one read. After a failed read they do not wait.
     * Without the database, each read lasts as long as the time-out of the connection pool. Waiting requests would
     * occupy threads that other requests need for answers from memory.
     */
    private CategoryIndex afterMiss() {
        if (isReadDue() && acquireReadLock()) {
            try {
                if (isReadDue()) {
                    read("miss");
                }
            } finally {
                readLock.unlock();
            }
        }
        RuntimeException readFailure = failure;
        if (readFailure != null) {
            throw readFailure;
        }
        return index;
    }

    private boolean isReadDue() {
        return ticker.read() - lastAttemptAt >= missPause;
    }

    private boolean acquireReadLock() {
        if (failure != null) {
            return readLock.tryLock();
        }
        readLock.lock();
        return true;
    }

    private void read(String trigger) {
        try {
            index = new CategoryIndex(table.read());
            failure = null;
            lastAttemptAt = ticker.read();
            count(trigger, "read");
        } catch (RuntimeException readFailure) {
            count(trigger, "failed");
            // The exceeded deadline of one request says nothing about the database.
            if (!(Deadline.forOthers(readFailure) instanceof DeadlineExceeded)) {
                failure = readFailure;
                lastAttemptAt = ticker.read();
            }
            throw readFailure;
        }
    }

    private void count(String trigger, String outcome) {
        meters.counter("haru.categories.readings", "trigger", trigger, "outcome", outcome)
                .increment();
    }
}
