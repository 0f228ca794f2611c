package dev.haru.schedule.calendar;

import java.time.Clock;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/** Forgets idempotency keys, hourly and in small batches, once they are older than a client is promised. */
@Component
class IdempotentAdds {

    private static final Logger log = LoggerFactory.getLogger(IdempotentAdds.class);
    private static final int BATCH = 1000;

    /** Of one round: what is left waits for the next. */
    private static final int BATCHES = 10_000;

    private final ScheduleStore ledger;
    private final ScheduleProperties properties;
    private final Clock clock;

    IdempotentAdds(ScheduleStore ledger, ScheduleProperties properties, Clock clock) {
        this.ledger = ledger;
        this.properties = properties;
        this.clock = clock;
    }

    @Scheduled(initialDelayString = "1m", fixedDelayString = "1h")
    void forgetOld() {
        Instant before = clock.instant().minus(properties.idempotencyKeyLife());
        try {
            for (int batch = 0; batch < BATCHES && ledger.forgetKeys(before, BATCH) == BATCH; batch++) {}
        } catch (DataAccessException | TransactionException unavailable) {
            log.warn("idempotency key clean-up ended early: {}", unavailable.toString());
        }
    }
}
