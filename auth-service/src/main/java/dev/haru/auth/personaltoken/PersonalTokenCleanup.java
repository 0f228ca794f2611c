package dev.haru.auth.personaltoken;

import dev.haru.platform.database.Batches;
import java.time.Clock;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Deletes expired personal access tokens, hourly and in small batches. Replicas can run it at the same time. */
@Component
class PersonalTokenCleanup {

    private static final Logger log = LoggerFactory.getLogger(PersonalTokenCleanup.class);
    private static final int BATCH = 1000;
    private static final int MAX_BATCHES = 100;

    private final PersonalTokenStore store;
    private final Clock clock;

    PersonalTokenCleanup(PersonalTokenStore store, Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    @Scheduled(
            initialDelayString = "${haru.personal-token.cleanup.first:18m}",
            fixedDelayString = "${haru.personal-token.cleanup.interval:1h}")
    void run() {
        Instant now = clock.instant();
        int removed = Batches.cleanUp(
                log, "personal access token", BATCH, MAX_BATCHES, size -> store.removeExpired(now, size));
        if (removed > 0) {
            log.info("personal access token clean-up: {} tokens deleted", removed);
        }
    }
}
