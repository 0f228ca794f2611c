package dev.haru.auth.account;

import dev.haru.platform.database.Batches;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Deletes freed nicknames whose hold is over, hourly and in small batches. Replicas can run it at the same time. */
@Component
class NicknameCleanup {

    private static final Logger log = LoggerFactory.getLogger(NicknameCleanup.class);
    private static final int BATCH = 1000;
    private static final int MAX_BATCHES = 100;

    private final FreedNicknames nicknames;

    NicknameCleanup(FreedNicknames nicknames) {
        this.nicknames = nicknames;
    }

    @Scheduled(
            initialDelayString = "${haru.nickname.cleanup.first:11m}",
            fixedDelayString = "${haru.nickname.cleanup.interval:1h}")
    void run() {
        Batches.cleanUp(log, "nickname", BATCH, MAX_BATCHES, nicknames::removeReleased);
    }
}
