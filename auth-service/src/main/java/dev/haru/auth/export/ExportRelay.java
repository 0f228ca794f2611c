package dev.haru.auth.export;

import dev.haru.auth.delivery.DataPage;
import dev.haru.auth.delivery.DataUnavailable;
import dev.haru.platform.database.Batches;
import dev.haru.platform.trace.Spans;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Scope;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/**
 * Gathers the archives, a page at a time. Each stored part moves the export to the position of the next page, so that
 * any process continues where another one has stopped, and an unavailable service only delays the archive. See
 * docs/decisions/059-data-exports.md.
 *
 * <p>Longer than 120 lines because it keeps the outcomes of an attempt together.
 */
@Component
class ExportRelay {

    private static final Logger log = LoggerFactory.getLogger(ExportRelay.class);

    /** Parts of an export until another export has its turn. */
    private static final int PARTS_AT_ONCE = 50;

    private static final int EXPORTS_PER_ROUND = 100;

    /** Each deletion also deletes the parts, so the batch is small. */
    private static final int BATCH = 10;

    private static final int MAX_BATCHES = 1000;

    private final GatheringStore gathering;
    private final ExportStore store;
    private final ArchiveData data;
    private final PartSeal seal;
    private final ExportProperties properties;
    private final MeterRegistry meters;
    private final Clock clock;

    ExportRelay(
            GatheringStore gathering,
            ExportStore store,
            ArchiveData data,
            PartSeal seal,
            ExportProperties properties,
            MeterRegistry meters,
            Clock clock) {
        this.gathering = gathering;
        this.store = store;
        this.data = data;
        this.seal = seal;
        this.properties = properties;
        this.meters = meters;
        this.clock = clock;
        count("completed", 0); // an alert needs the series from the start
        count("failed", 0);
    }

    @Scheduled(initialDelayString = "${haru.export.poll:1s}", fixedDelayString = "${haru.export.poll:1s}")
    void relay() {
        try {
            Optional<PendingExport> taken = take();
            for (int i = 0; i < EXPORTS_PER_ROUND && taken.isPresent(); i++) {
                gather(taken.get());
                taken = take();
            }
        } catch (DataAccessException | TransactionException unavailable) {
            log.warn("export relay: database unavailable: {}", unavailable.toString());
        }
    }

    private Optional<PendingExport> take() {
        Instant now = clock.instant();
        return gathering.take(now, now.plus(properties.lease()));
    }

    private void gather(PendingExport taken) {
        Span span = Spans.start("export");
        try (Scope _ = span.makeCurrent()) {
            Instant now = clock.instant();
            if (now.isAfter(taken.requestedAt().plus(properties.giveUp()))) {
                fail(taken, "it was requested " + properties.giveUp().toDays() + " days ago");
            } else if (store.usage().storedBytes() >= properties.maxStored().toBytes()) {
                log.error("export: archives use the storage of haru.export.max-stored; exports wait");
                gathering.defer(taken, now.plus(properties.longestPause()));
            } else {
                gatherParts(taken);
            }
        } finally {
            span.end();
        }
    }

    private void gatherParts(PendingExport taken) {
        PendingExport export = taken;
        for (int i = 0; i < PARTS_AT_ONCE; i++) {
            Optional<PendingExport> next;
            try {
                next = gatherPart(export);
            } catch (DataUnavailable unavailable) {
                Duration pause = pauseAfter(export.attempts() + 1);
                log.warn(
                        "export {} waits {} for {}: {}",
                        export.id(),
                        pause,
                        export.section().property(),
                        unavailable.getMessage());
                gathering.defer(export, clock.instant().plus(pause));
                return;
            }
            if (next.isEmpty()) {
                return;
            }
            export = next.get();
        }
        gathering.release(export.id(), clock.instant());
    }

    /** Stores the next part. Returns the export with the position of the following one; empty if it ends here. */
    private Optional<PendingExport> gatherPart(PendingExport export) {
        DataPage page = data.next(export);
        if (export.section().isSingle() && page.items().isEmpty()) {
            return Optional.empty(); // the account was erased, and with it the export
        }
        ArchivePart part = ArchivePart.of(export, page);
        byte[] text = part.json().getBytes(StandardCharsets.UTF_8);
        byte[] sealed = seal.seal(export.id(), export.parts(), text);
        long stored = export.storedBytes() + sealed.length;
        if (stored > properties.maxArchive().toBytes()) {
            fail(export, "it is larger than haru.export.max-archive");
            return Optional.empty();
        }
        Instant now = clock.instant();
        boolean appended = gathering.append(
                export,
                new SealedPart(sealed, text.length, part.section(), part.after()),
                now,
                now.plus(properties.lease()),
                now.plus(properties.life()));
        ExportSection section = part.section();
        if (!appended) {
            return Optional.empty(); // the account was erased, or another process continues
        }
        if (section == null) {
            count("completed", 1);
            log.info("export {} is complete", export.id());
            return Optional.empty();
        }
        return Optional.of(export.after(section, part.after(), stored));
    }

    private void fail(PendingExport export, String reason) {
        log.error("export {} is given up: {}", export.id(), reason);
        Instant now = clock.instant();
        gathering.fail(export.id(), now, now.plus(properties.life()));
        count("failed", 1);
    }

    @Scheduled(
            initialDelayString = "${haru.export.cleanup.first:5m}",
            fixedDelayString = "${haru.export.cleanup.interval:5m}")
    void deleteExpired() {
        Batches.cleanUp(log, "export", BATCH, MAX_BATCHES, size -> store.deleteExpired(clock.instant(), size));
    }

    private Duration pauseAfter(int attempts) {
        Duration pause = Duration.ofSeconds(1L << Math.min(attempts, 20));
        return pause.compareTo(properties.longestPause()) < 0 ? pause : properties.longestPause();
    }

    private void count(String outcome, int exports) {
        meters.counter("haru.export.exports", "outcome", outcome).increment(exports);
    }
}
