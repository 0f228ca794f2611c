package dev.haru.auth.guard;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Remembers blocks in the memory of this process, and reports each new block once. */
@Component
final class BlockRecorder {

    private static final Logger log = LoggerFactory.getLogger(BlockRecorder.class);

    private final RecentChallenges recentChallenges;
    private final LoginGuardProperties properties;
    private final MeterRegistry meters;
    private final Clock clock;

    BlockRecorder(
            RecentChallenges recentChallenges, LoginGuardProperties properties, MeterRegistry meters, Clock clock) {
        this.recentChallenges = recentChallenges;
        this.properties = properties;
        this.meters = meters;
        this.clock = clock;
    }

    /** Records the block that is in force after a failure or an unsolved challenge of the attempt. */
    void record(Block block, PasswordAttempt attempt) {
        remember(block.until(), attempt);
        if (block.isNew()) {
            log.warn("login guard: {} is blocked for {}", attempt.target(), properties.block());
            meters.counter("haru.login.guard.blocks").increment();
        }
    }

    /**
     * Remembers the block of an address. Blocks of confirmations are not remembered, because a remembered block refuses
     * sign-ins.
     */
    void remember(Instant until, PasswordAttempt attempt) {
        if (!attempt.isConfirmation()) {
            recentChallenges.rememberBlock(attempt.addressKey(), until, clock.instant());
        }
    }
}
