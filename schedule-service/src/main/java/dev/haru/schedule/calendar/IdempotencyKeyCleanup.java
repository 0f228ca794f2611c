package dev.haru.schedule.calendar;

import java.time.Clock;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/** Deletes idempotency keys hourly, in small batches, once their guaranteed lifetime is over. */
@Component
class IdempotencyKeyCleanup {

    private static final Logger log = LoggerFactory.getLogger(IdempotencyKeyCleanup.class);
    private static final int BATCH = 1000;

    /** The maximum number of batches in one round; the next round continues. */
    private static final int BATCHES = 10_000;

    private final ScheduleStore store;
    private final ScheduleProperties properties;
    private final Clock clock;

    IdempotencyKeyCleanup(ScheduleStore store, ScheduleProperties properties, Clock clock) {
        this.store = store;
        this.properties = properties;
        this.clock = clock;
    }

    @Scheduled(initialDelayString = "1m", fixedDelayString = "1h")
    void deleteExpired() {
        Instant before = clock.instant().minus(properties.idempotencyKeyLife());
        try {
            for (int batch = 0; batch < BATCHES && store.deleteKeys(before, BATCH) == BATCH; batch++) {}
        } catch (DataAccessException | TransactionException unavailable) {
            log.warn("idempotency key clean-up ended early: {}", unavailable.toString());
        }
    }
}
