package dev.haru.schedule.calendar;

import dev.haru.platform.database.Batches;
import java.time.Clock;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Deletes idempotency keys hourly, in small batches, once their guaranteed lifetime is over. */
@Component
class IdempotencyKeyCleanup {

    private static final Logger log = LoggerFactory.getLogger(IdempotencyKeyCleanup.class);
    private static final int BATCH = 1000;

    /** The maximum number of batches in one round; the next round continues. */
    private static final int BATCHES = 10_000;

    private final IdempotentAddStore store;
    private final ScheduleProperties properties;
    private final Clock clock;

    IdempotencyKeyCleanup(IdempotentAddStore store, ScheduleProperties properties, Clock clock) {
        this.store = store;
        this.properties = properties;
        this.clock = clock;
    }

    @Scheduled(initialDelayString = "1m", fixedDelayString = "1h")
    void deleteExpired() {
        Instant before = clock.instant().minus(properties.idempotencyKeyLife());
        Batches.cleanUp(log, "idempotency key", BATCH, BATCHES, size -> store.deleteExpired(before, size));
    }
}
