package dev.haru.schedule.calendar;

import dev.haru.platform.problem.ProblemException;
import org.springframework.http.HttpStatus;

/** The client has used the key for something else: 409. */
public final class IdempotencyKeyReused extends ProblemException {

    private IdempotencyKeyReused() {
        super(
                HttpStatus.CONFLICT,
                "idempotency-key-reused",
                "This Idempotency-Key has added another schedule; use a new key for each.");
    }

    /** The key stands for something else. */
    public static IdempotencyKeyReused forAnotherPlan() {
        return new IdempotencyKeyReused();
    }
}
