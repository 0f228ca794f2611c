package dev.haru.auth.outbox;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/**
 * Reports the number and the age of pending messages. The figures are measured at an interval, so a scrape never waits
 * for the database. All replicas report the same figures, because they share the table. While the table cannot be read,
 * the figures are NaN and not the last known ones.
 */
@Component
class OutboxLag {

    private final OutboxStore store;
    private final Clock clock;
    private volatile double pending = Double.NaN;
    private volatile double lagMillis = Double.NaN;

    OutboxLag(OutboxStore store, Clock clock, MeterRegistry meters) {
        this.store = store;
        this.clock = clock;
        Gauge.builder("haru.outbox.waiting", this, lag -> lag.pending)
                .description("Pending outbox messages, counted up to 1,000")
                .register(meters);
        TimeGauge.builder("haru.outbox.lag", this, TimeUnit.MILLISECONDS, lag -> lag.lagMillis)
                .description("Age of the oldest pending outbox message")
                .register(meters);
    }

    @Scheduled(fixedDelayString = "${haru.outbox.measure:10s}")
    void measure() {
        try {
            PendingMessages now = store.pending();
            lagMillis = now.oldest() == null
                    ? 0
                    : Math.max(
                            0, Duration.between(now.oldest(), clock.instant()).toMillis());
            pending = now.count();
        } catch (DataAccessException | TransactionException _) {
            // The relay logs that the database is unavailable.
            lagMillis = Double.NaN;
            pending = Double.NaN;
        }
    }
}
