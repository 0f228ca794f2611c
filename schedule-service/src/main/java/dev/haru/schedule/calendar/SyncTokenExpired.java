package dev.haru.schedule.calendar;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.ProblemException;
import org.springframework.http.HttpStatus;

/** The changes since the sync token are no longer complete: 410. The client reads all schedules again. */
final class SyncTokenExpired extends ProblemException {

    private SyncTokenExpired() {
        super(HttpStatus.GONE, "sync-token-expired", Message.of("detail.sync-token-expired"));
    }

    static SyncTokenExpired deletionsRemoved() {
        return new SyncTokenExpired();
    }
}
