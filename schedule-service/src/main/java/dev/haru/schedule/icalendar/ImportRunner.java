package dev.haru.schedule.icalendar;

import dev.haru.platform.trace.Spans;
import dev.haru.schedule.calendar.CalendarExchange;
import dev.haru.schedule.location.Locations;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Scope;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/**
 * Reads the files of imports, at most {@value #AT_ONCE} at once. A transaction writes some entries together with the
 * position of the next one. Any process can therefore continue where another has stopped, and no entry is written
 * twice. See docs/decisions/065-icalendar.md.
 *
 * <p>Longer than 120 lines because it keeps the steps of an import and their failures together.
 */
@Component
class ImportRunner {

    private static final Logger log = LoggerFactory.getLogger(ImportRunner.class);

    /** The maximum number of files that a process reads at once. */
    static final int AT_ONCE = 2;

    /** The entries of a transaction, which locks the member's calendar for some hundredths of a second. */
    private static final int ENTRIES = 50;

    /** After this time without progress, another process continues. */
    private static final Duration LEASE = Duration.ofMinutes(1);

    /** An import that has stopped this often at the same position fails. */
    private static final int MAX_ATTEMPTS = 3;

    private final ImportStore store;
    private final CalendarExchange calendar;
    private final Locations locations;
    private final Clock clock;
    private final Semaphore permits = new Semaphore(AT_ONCE);

    ImportRunner(ImportStore store, CalendarExchange calendar, Locations locations, Clock clock) {
        this.store = store;
        this.calendar = calendar;
        this.locations = locations;
        this.clock = clock;
    }

    /**
     * Begins pending imports on threads of their own. Each upload calls this method. The scheduled call finds imports
     * that another process has interrupted.
     */
    @Scheduled(initialDelayString = "10s", fixedDelayString = "10s")
    void begin() {
        try {
            while (permits.tryAcquire()) {
                Optional<ImportStore.Taken> taken = take();
                if (taken.isEmpty()) {
                    return;
                }
                Thread.ofVirtual().name("calendar-import").start(() -> run(taken.get()));
            }
        } catch (DataAccessException | TransactionException unavailable) {
            log.warn("imports wait: database unavailable: {}", unavailable.toString());
        }
    }

    /** Takes a pending import. Releases the permit if there is none. */
    private Optional<ImportStore.Taken> take() {
        Optional<ImportStore.Taken> taken = Optional.empty();
        try {
            Instant now = clock.instant();
            taken = store.take(now, now.plus(LEASE));
        } finally {
            if (taken.isEmpty()) {
                permits.release();
            }
        }
        return taken;
    }

    private void run(ImportStore.Taken taken) {
        Span span = Spans.start("import");
        try (Scope _ = span.makeCurrent()) {
            if (taken.attempts() > MAX_ATTEMPTS) {
                log.error("import {} fails after {} attempts", taken.running().id(), MAX_ATTEMPTS);
                store.end(taken.running().id(), ImportStatus.FAILED, clock.instant());
            } else {
                read(taken.running(), ImportEntry.of(CalendarParser.parse(taken.file())));
            }
        } catch (RuntimeException failure) {
            // After the lease, another attempt follows. The log has no message, because a message may quote rows.
            log.warn(
                    "import {} stopped: {}",
                    taken.running().id(),
                    failure.getClass().getSimpleName());
        } finally {
            span.end();
            permits.release();
        }
        begin();
    }

    private void read(CalendarImport taken, List<ImportEntry> entries) {
        Map<Integer, String> names = locations.names();
        CalendarImport running = taken;
        int size = running.dryRun() ? entries.size() : ENTRIES;
        while (running.position() < entries.size()) {
            CalendarImport current = running;
            int end = Math.min(entries.size(), current.position() + size);
            List<MappedEntry> mapped = entries.subList(current.position(), end).stream()
                    .map(entry -> EntryReader.read(entry, current.zone(), names))
                    .toList();
            try {
                running = current.dryRun()
                        ? write(current, mapped, end, EntryImporter::apply)
                        : calendar.execute(current.memberId(), () -> write(current, mapped, end, EntryImporter::apply));
            } catch (DataIntegrityViolationException notPermitted) {
                // A rule of the table that the mapping does not know must not stop the other entries.
                if (size == 1) {
                    log.warn("import {}: the database refuses an entry", current.id());
                    running = calendar.execute(
                            current.memberId(), () -> write(current, mapped, end, EntryImporter::refuse));
                }
                size = 1;
            }
        }
        store.end(running.id(), ImportStatus.COMPLETED, clock.instant());
    }

    /** Writes entries and the position after them. Throws if another process owns the import or it was deleted. */
    private CalendarImport write(
            CalendarImport running, List<MappedEntry> mapped, int end, BiConsumer<EntryImporter, MappedEntry> outcome) {
        EntryImporter importer = new EntryImporter(
                calendar,
                running.memberId(),
                running.dryRun(),
                running.counts(),
                running.dryRun() ? calendar.remaining(running.memberId()) : 0);
        mapped.forEach(entry -> outcome.accept(importer, entry));
        int room = Math.max(0, ReportItem.MAX - running.report().size());
        List<ReportItem> items = importer.items().stream().limit(room).toList();
        if (!store.progress(
                running, end, importer.counts(), items, clock.instant().plus(LEASE))) {
            throw new IllegalStateException("the import continues elsewhere");
        }
        return running.after(end, importer.counts(), items);
    }
}
