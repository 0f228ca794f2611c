package dev.haru.auth.mail;

import dev.haru.platform.database.Batches;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/**
 * Reports the number and the age of pending mails, and deletes rows of ended mails. All processes report the same
 * figures, because they share the table. While the table cannot be read, the figures are NaN.
 */
@Component
class MailLag {

    private static final Logger log = LoggerFactory.getLogger(MailLag.class);

    /** The longer window of the recipient's limits. */
    private static final Duration KEPT = Duration.ofDays(1);

    private static final int BATCH = 1000;
    private static final int MAX_BATCHES = 1000;

    private final MailStore store;
    private final MailProperties properties;
    private final Clock clock;
    private volatile double pending = Double.NaN;
    private volatile double lagMillis = Double.NaN;

    MailLag(MailStore store, MailProperties properties, Clock clock, MeterRegistry meters) {
        this.store = store;
        this.properties = properties;
        this.clock = clock;
        Gauge.builder("haru.mail.waiting", this, lag -> lag.pending)
                .description("Pending mails")
                .register(meters);
        TimeGauge.builder("haru.mail.lag", this, TimeUnit.MILLISECONDS, lag -> lag.lagMillis)
                .description("Age of the oldest pending mail")
                .register(meters);
    }

    @Scheduled(fixedDelayString = "${haru.mail.measure:10s}")
    void measure() {
        try {
            MailStore.Pending now = store.pending(properties.mostPending());
            Instant oldest = now.oldest();
            lagMillis = oldest == null
                    ? 0
                    : Math.max(0, Duration.between(oldest, clock.instant()).toMillis());
            pending = now.count();
        } catch (DataAccessException | TransactionException _) {
            // The relay logs that the database is unavailable.
            lagMillis = Double.NaN;
            pending = Double.NaN;
        }
    }

    @Scheduled(
            initialDelayString = "${haru.mail.cleanup.first:14m}",
            fixedDelayString = "${haru.mail.cleanup.interval:1h}")
    void removeEnded() {
        Batches.cleanUp(
                log,
                "mail",
                BATCH,
                MAX_BATCHES,
                size -> store.removeEnded(clock.instant().minus(KEPT), size));
    }
}
