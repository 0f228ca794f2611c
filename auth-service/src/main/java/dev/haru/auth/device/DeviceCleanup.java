package dev.haru.auth.device;

import java.time.Clock;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

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
        int removed = 0;
        try {
            for (int batches = 0; batches < MAX_BATCHES; batches++) {
                int batch = store.removeUnused(since, BATCH);
                removed += batch;
                if (batch < BATCH) {
                    break;
                }
            }
        } catch (DataAccessException | TransactionException unavailable) {
            log.warn("device clean-up ended early: {}", unavailable.toString());
        }
        if (removed > 0) {
            log.info("device clean-up: {} devices deleted", removed);
        }
    }
}
