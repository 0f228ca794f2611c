package dev.haru.schedule.icalendar;

import dev.haru.platform.database.Batches;
import dev.haru.schedule.calendar.CalendarClosed;
import dev.haru.schedule.calendar.ErasureLock;
import dev.haru.schedule.member.Member;
import java.io.IOException;
import java.io.InputStream;
import java.time.Clock;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.event.EventListener;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Accepts files for import and keeps the reports for seven days.
 *
 * <p>Longer than 120 lines because it keeps the bounds of imports together.
 */
@Component
class Imports {

    private static final Logger log = LoggerFactory.getLogger(Imports.class);

    /** The maximum number of pending imports of all members, whose files have at most 250 MB. */
    private static final int MAX_PENDING = 50;

    private static final Duration RETENTION = Duration.ofDays(7);
    private static final int BATCH = 100;
    private static final int BATCHES = 1000;

    private final ImportStore store;
    private final ImportRunner runner;
    private final ErasureLock erasureLock;
    private final Clock clock;
    private final TransactionTemplate transaction;
    private final Semaphore uploads = new Semaphore(ImportRunner.AT_ONCE);

    Imports(
            ImportStore store,
            ImportRunner runner,
            ErasureLock erasureLock,
            Clock clock,
            PlatformTransactionManager transactions) {
        this.store = store;
        this.runner = runner;
        this.erasureLock = erasureLock;
        this.clock = clock;
        this.transaction = new TransactionTemplate(transactions);
    }

    /**
     * Reads and checks the whole file, stores it and begins its import. A file that is not a calendar is a 400 problem.
     *
     * @throws ImportProblem when the file is too large, another import of the member has not ended, or this process
     *     reads the maximum number of files
     */
    CalendarImport accept(Member member, boolean dryRun, InputStream body) throws IOException {
        if (store.isPending(member.memberId())) {
            // Before the file is parsed, which takes longer than this look-up. The statement that adds an import checks
            // it again.
            throw ImportProblem.pending();
        }
        if (!uploads.tryAcquire()) {
            throw ImportProblem.saturated();
        }
        try {
            byte[] file = body.readNBytes(CalendarBounds.BYTES + 1);
            if (file.length > CalendarBounds.BYTES) {
                throw ImportProblem.tooLarge();
            }
            int components = ImportEntry.of(CalendarParser.parse(file)).stream()
                    .mapToInt(entry -> entry.components().size())
                    .sum();
            CalendarImport accepted = add(member, dryRun, file, components);
            runner.begin();
            return accepted;
        } finally {
            uploads.release();
        }
    }

    private CalendarImport add(Member member, boolean dryRun, byte[] file, int components) {
        return transaction
                .execute(_ -> {
                    erasureLock.acquire(member.memberId());
                    return store.add(
                            member.memberId(),
                            member.timeZone(),
                            dryRun,
                            file,
                            components,
                            MAX_PENDING,
                            clock.instant());
                })
                .orElseThrow(
                        () -> store.isPending(member.memberId()) ? ImportProblem.pending() : ImportProblem.saturated());
    }

    CalendarImport get(UUID memberId, UUID id) {
        return store.find(memberId, id).orElseThrow(ImportProblem::notFound);
    }

    @EventListener
    void on(CalendarClosed closed) {
        store.deleteOf(closed.memberId());
    }

    @Scheduled(initialDelayString = "4m", fixedDelayString = "1h")
    void deleteExpired() {
        Batches.cleanUp(
                log,
                "import",
                BATCH,
                BATCHES,
                size -> store.deleteExpired(clock.instant().minus(RETENTION), size));
    }
}
