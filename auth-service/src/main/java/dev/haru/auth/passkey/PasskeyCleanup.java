package dev.haru.auth.passkey;

import dev.haru.platform.database.Batches;
import java.time.Clock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Deletes expired challenges that were used, hourly and in small batches. Replicas can run it concurrently. */
@Component
class PasskeyCleanup {

    private static final Logger log = LoggerFactory.getLogger(PasskeyCleanup.class);
    private static final int BATCH = 1000;
    private static final int MAX_BATCHES = 1000;

    private final PasskeyStore store;
    private final Clock clock;

    PasskeyCleanup(PasskeyStore store, Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    @Scheduled(
            initialDelayString = "${haru.passkey.cleanup.first:19m}",
            fixedDelayString = "${haru.passkey.cleanup.interval:1h}")
    void run() {
        Batches.cleanUp(log, "passkey", BATCH, MAX_BATCHES, size -> store.removeExpired(clock.instant(), size));
    }
}
