package dev.haru.schedule.calendar;

import java.time.Clock;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/** Removes deleted schedules hourly, in small batches, when they can no longer be restored. */
@Component
class DeletedScheduleCleanup {

    private static final Logger log = LoggerFactory.getLogger(DeletedScheduleCleanup.class);
    private static final int BATCH = 1000;

    /** The maximum number of batches in one run; the next run continues. */
    private static final int BATCHES = 1000;

    private final DeletedScheduleStore store;
    private final Clock clock;

    DeletedScheduleCleanup(DeletedScheduleStore store, Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    @Scheduled(initialDelayString = "3m", fixedDelayString = "1h")
    void forgetOld() {
        Instant before = clock.instant().minus(DeletedScheduleStore.RETENTION);
        try {
            for (int batch = 0; batch < BATCHES && store.forget(before, BATCH) > 0; batch++) {}
        } catch (DataAccessException | TransactionException unavailable) {
            log.warn("clean-up of deleted schedules ended early: {}", unavailable.toString());
        }
    }
}
