package dev.haru.auth.account;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

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
        try {
            int batches = 0;
            while (nicknames.removeReleased(BATCH) == BATCH && batches < MAX_BATCHES) {
                batches++;
            }
        } catch (DataAccessException | TransactionException unavailable) {
            log.warn("nickname clean-up ended early: {}", unavailable.toString());
        }
    }
}
