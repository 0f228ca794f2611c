package dev.haru.auth.device;

import dev.haru.platform.database.Batches;
import java.time.Clock;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Deletes devices whose cookies have expired, hourly and in small batches. Replicas can run it at the same time. */
@Component
class DeviceCleanup {

    private static final Logger log = LoggerFactory.getLogger(DeviceCleanup.class);
    private static final int BATCH = 1000;
    private static final int MAX_BATCHES = 100;

    private final DeviceStore store;
    private final DeviceProperties properties;
    private final Clock clock;

    DeviceCleanup(DeviceStore store, DeviceProperties properties, Clock clock) {
        this.store = store;
        this.properties = properties;
        this.clock = clock;
    }

    @Scheduled(
            initialDelayString = "${haru.device.cleanup.first:10m}",
            fixedDelayString = "${haru.device.cleanup.interval:1h}")
    void run() {
        Instant since = clock.instant().minus(properties.life());
        int removed = Batches.cleanUp(log, "device", BATCH, MAX_BATCHES, size -> store.removeUnused(since, size));
        if (removed > 0) {
            log.info("device clean-up: {} devices deleted", removed);
        }
    }
}
