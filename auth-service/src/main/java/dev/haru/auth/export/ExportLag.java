package dev.haru.auth.export;

import dev.haru.auth.export.ExportStore.Usage;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import java.time.Clock;
import java.util.concurrent.TimeUnit;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/**
 * Reports the number and the age of pending exports and the storage of all archives. The figures are measured at an
 * interval, so a scrape never waits for the database. While the table cannot be read, the figures are NaN.
 */
@Component
class ExportLag {

    private final ExportStore store;
    private final Clock clock;
    private volatile double pending = Double.NaN;
    private volatile double lagMillis = Double.NaN;
    private volatile double storedBytes = Double.NaN;

    ExportLag(ExportStore store, Clock clock, MeterRegistry meters) {
        this.store = store;
        this.clock = clock;
        Gauge.builder("haru.export.waiting", this, lag -> lag.pending)
                .description("Exports that are being gathered")
                .register(meters);
        TimeGauge.builder("haru.export.lag", this, TimeUnit.MILLISECONDS, lag -> lag.lagMillis)
                .description("Age of the oldest export that is being gathered")
                .register(meters);
        Gauge.builder("haru.export.stored", this, lag -> lag.storedBytes)
                .description("Size of all archives as stored")
                .baseUnit("bytes")
                .register(meters);
    }

    @Scheduled(fixedDelayString = "${haru.export.measure:1m}")
    void measure() {
        try {
            Usage now = store.usage();
            pending = now.pending();
            lagMillis = now.lag(clock.instant()).toMillis();
            storedBytes = now.storedBytes();
        } catch (DataAccessException | TransactionException _) {
            // The relay logs that the database is unavailable.
            pending = Double.NaN;
            lagMillis = Double.NaN;
            storedBytes = Double.NaN;
        }
    }
}
