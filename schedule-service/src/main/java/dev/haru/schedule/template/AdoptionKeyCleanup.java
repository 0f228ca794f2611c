package dev.haru.schedule.template;

import dev.haru.platform.database.Batches;
import dev.haru.schedule.calendar.Bookings;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Deletes expired idempotency keys of adoptions hourly, in small batches. */
@Component
class AdoptionKeyCleanup {

    private static final Logger log = LoggerFactory.getLogger(AdoptionKeyCleanup.class);
    private static final int BATCH = 1000;

    /** The maximum number of batches in one run. The next run deletes the rest. */
    private static final int MAX_BATCHES = 1000;

    private final AdoptionKeys keys;
    private final Bookings bookings;

    AdoptionKeyCleanup(AdoptionKeys keys, Bookings bookings) {
        this.keys = keys;
        this.bookings = bookings;
    }

    @Scheduled(initialDelayString = "2m", fixedDelayString = "1h")
    void forgetOld() {
        Instant before = bookings.keysForgottenAt();
        Batches.cleanUp(log, "adoption key", BATCH, MAX_BATCHES, size -> keys.deleteUsedBefore(before, size));
    }
}
