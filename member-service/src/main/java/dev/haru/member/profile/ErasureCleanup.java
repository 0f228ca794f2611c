package dev.haru.member.profile;

import dev.haru.platform.database.Batches;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Deletes the records of old erasures, hourly and in small batches. Replicas can run it at the same time. */
@Component
class ErasureCleanup {

    private static final Logger log = LoggerFactory.getLogger(ErasureCleanup.class);

    /** How long this service remembers an erasure: much longer than any delivery can take. */
    private static final Duration RETENTION = Duration.ofDays(7);

    private static final int BATCH = 1000;
    private static final int MAX_BATCHES = 100;

    private final MemberRepository members;
    private final Clock clock;

    ErasureCleanup(MemberRepository members, Clock clock) {
        this.members = members;
        this.clock = clock;
    }

    @Scheduled(initialDelayString = "1m", fixedDelayString = "1h")
    void run() {
        Instant before = clock.instant().minus(RETENTION);
        Batches.cleanUp(log, "erasure record", BATCH, MAX_BATCHES, size -> members.forgetErasures(before, size));
    }
}
