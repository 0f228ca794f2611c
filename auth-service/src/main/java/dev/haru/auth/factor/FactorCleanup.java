package dev.haru.auth.factor;

import dev.haru.platform.database.Batches;
import java.time.Clock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Deletes expired transactions and past counts of failures, hourly and in small batches. Replicas can run it
 * concurrently.
 */
@Component
class FactorCleanup {

    private static final Logger log = LoggerFactory.getLogger(FactorCleanup.class);
    private static final int BATCH = 1000;
    private static final int MAX_BATCHES = 100;

    private final TransactionStore transactions;
    private final CodeFailures failures;
    private final Clock clock;

    FactorCleanup(TransactionStore transactions, CodeFailures failures, Clock clock) {
        this.transactions = transactions;
        this.failures = failures;
        this.clock = clock;
    }

    @Scheduled(
            initialDelayString = "${haru.factor.cleanup.first:16m}",
            fixedDelayString = "${haru.factor.cleanup.interval:1h}")
    void run() {
        Batches.cleanUp(
                log,
                "sign-in transaction",
                BATCH,
                MAX_BATCHES,
                size -> Math.max(transactions.removeExpired(clock.instant(), size), failures.removePast(size)));
    }
}
