package dev.haru.auth.operator;

import dev.haru.platform.database.Batches;
import java.time.Clock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Deletes the records of acts after their retention, in small batches. Replicas can run it concurrently. */
@Component
class ActCleanup {

    private static final Logger log = LoggerFactory.getLogger(ActCleanup.class);
    private static final int BATCH = 1000;
    private static final int MAX_BATCHES = 100;

    private final OperatorStore store;
    private final OperatorProperties properties;
    private final Clock clock;

    ActCleanup(OperatorStore store, OperatorProperties properties, Clock clock) {
        this.store = store;
        this.properties = properties;
        this.clock = clock;
    }

    @Scheduled(
            initialDelayString = "${haru.operator.cleanup.first:20m}",
            fixedDelayString = "${haru.operator.cleanup.interval:1h}")
    void run() {
        Batches.cleanUp(
                log,
                "operator act",
                BATCH,
                MAX_BATCHES,
                size -> store.removeBefore(clock.instant().minus(properties.keepActs()), size));
    }
}
