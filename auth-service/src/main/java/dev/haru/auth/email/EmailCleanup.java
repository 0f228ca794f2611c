package dev.haru.auth.email;

import dev.haru.platform.database.Batches;
import java.time.Clock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Deletes expired verifications and former addresses, hourly and in small batches. Replicas can run it concurrently.
 */
@Component
class EmailCleanup {

    private static final Logger log = LoggerFactory.getLogger(EmailCleanup.class);
    private static final int BATCH = 1000;
    private static final int MAX_BATCHES = 100;

    private final VerificationStore verifications;
    private final RevertStore reverts;
    private final Clock clock;

    EmailCleanup(VerificationStore verifications, RevertStore reverts, Clock clock) {
        this.verifications = verifications;
        this.reverts = reverts;
        this.clock = clock;
    }

    @Scheduled(
            initialDelayString = "${haru.email.cleanup.first:12m}",
            fixedDelayString = "${haru.email.cleanup.interval:1h}")
    void run() {
        Batches.cleanUp(
                log,
                "e-mail",
                BATCH,
                MAX_BATCHES,
                size -> Math.max(
                        verifications.removeExpired(clock.instant(), size),
                        reverts.removeExpired(clock.instant(), size)));
    }
}
