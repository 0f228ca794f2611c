package dev.haru.schedule.calendar;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.ProblemException;
import org.springframework.http.HttpStatus;

/** The client has used the key for another request: 409. */
public final class IdempotencyKeyReused extends ProblemException {

    private IdempotencyKeyReused() {
        super(HttpStatus.CONFLICT, "idempotency-key-reused", Message.of("detail.idempotency-key-reused"));
    }

    /** Creates the problem for a key that was used with another request. */
    public static IdempotencyKeyReused forAnotherPlan() {
        return new IdempotencyKeyReused();
    }
}
